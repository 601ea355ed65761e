"""Rules about squares that nobody may pass or land on."""
