/**
 * The installation's secrets, the one in force first. Everything is sealed, signed and hashed under that; what was so under
 * an earlier one is still read, so that a secret can be replaced while people work.
 */
export type Secrets = readonly [current: string, ...previous: string[]]
