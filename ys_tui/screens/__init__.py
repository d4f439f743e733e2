"""The screens of the client: one module each; which one is on is the app's affair."""
