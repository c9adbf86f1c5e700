/** The minimal `node:http` server. Every answer is the content of the file that `BODY` names. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const body = readFileSync(process.env.BODY ?? '')

createServer((_request, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    .end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
