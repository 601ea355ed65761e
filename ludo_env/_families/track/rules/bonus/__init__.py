"""Rules about throws that earn another roll, and throws that are void."""
