/** Fakes the server's part of the robot check for screen tests. */
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { mockEndpoint } from './fake-server.ts'

const counter = 3

/** Mocks the challenge with one that is solved at once. Returns a function that checks whether it was solved. */
export async function mockRobotCheck() {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter,
    deriveKey,
    hmacSignatureSecret: 'a secret of the test',
  })
  mockEndpoint(robotCheckEndpoints.challenge, challenge)
  return (altcha: string | null | undefined): boolean =>
    typeof altcha === 'string' && JSON.parse(atob(altcha)).solution.counter === counter
}
