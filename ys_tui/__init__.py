"""The terminal client: screens, boards and what lies below the pixels."""
