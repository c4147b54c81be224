"""What the site needs besides Sphinx, MyST and the theme."""
