"""The screens of the window: menu, game and replay."""
