/**
 * A server for the minimal cost of a sign-in: it verifies one password as the portal does, and nothing else.
 */
import { createServer } from 'node:http'
import { createPasswords } from '../../apps/server/src/platform/security/passwords.ts'

const password = process.env.PASSWORD ?? ''
const passwords = createPasswords()
const stored = await passwords.hash(password)

createServer((request, response) => {
  request.resume().on('end', async () => {
    const right = await passwords.verify(stored, password)
    response.writeHead(right ? 200 : 500).end()
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
