/** Password hashes at the lowest cost of argon2id, for tests that are not about the strength of a hash. */
import { createPasswords } from '../../src/platform/security/passwords.ts'

export const passwords = createPasswords({ cost: { memoryCost: 8, timeCost: 1 } })

/** The password of a person in a test. */
export const password = 'Cordillera2026'
export const passwordHash = await passwords.hash(password)
