"""What both sides of the wire agree on: rules, seals, messages; pure, without I/O."""
