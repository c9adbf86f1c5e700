import { onTestFinished } from 'vitest'
import { openSmtp, type SmtpOptions } from './smtp-server.ts'

/** Starts a server on a free port of the loopback address; it ends with the test. */
export async function startSmtp(options: SmtpOptions = {}) {
  const server = await openSmtp(options)
  onTestFinished(server.stop)
  return server
}
