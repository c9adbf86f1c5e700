/**
 * The installation's secrets, the current one first. New data is sealed, signed and hashed under the current secret. Data of
 * previous secrets can still be read, so that a secret can be replaced without an interruption.
 */
export type Secrets = readonly [current: string, ...previous: string[]]
