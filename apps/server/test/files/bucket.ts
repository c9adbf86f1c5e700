/** A bucket for tests: a server on the loopback address that speaks the part of S3's protocol which the portal uses. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Place } from '../../src/adapters/files/s3.ts'

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

/** Returns why S3 would reject the credentials of a request, or null. Computes its signature (AWS, version 4) for that. */
function findWrongCredentials(request: IncomingMessage, { accessKeyId, secretAccessKey }: S3Place) {
  const header = (name: string) => String(request.headers[name] ?? '')
  const given = authorization.exec(header('authorization'))
  if (given === null) return 'AccessDenied'
  const [, id, scope = '', names = '', signature] = given
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  const signed = names.split(';')
  const digest = header('x-amz-content-sha256')
  const headers = signed.map((name) => `${name}:${header(name).trim()}\n`).join('')
  const canonical = [request.method, request.url, '', headers, names, digest].join('\n')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const text = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n')
  const isSigned = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))
  return isSigned && hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

/** Starts the server on a free port, with one empty bucket, `portal`. It rejects a file without a signed digest. */
export async function startBucket() {
  const files = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const reject = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`)
    const wrong = findWrongCredentials(request, place)
    if (wrong !== null) return reject(403, wrong)
    const [, bucket, key = ''] = /^\/([^/?]+)\/([^?]+)$/.exec(request.url ?? '') ?? []
    if (bucket !== place.bucket) return reject(404, 'NoSuchBucket')
    const content = files.get(key)
    if (request.method === 'PUT') {
      if (request.headers['content-length'] !== String(body.length))
        return reject(411, 'MissingContentLength')
      if (request.headers['x-amz-content-sha256'] !== sha256(body)) return reject(400, 'BadDigest')
      files.set(key, body)
      return response.end()
    }
    if (request.method === 'DELETE') {
      files.delete(key)
      return response.writeHead(204).end()
    }
    if (request.method !== 'GET') return reject(405, 'MethodNotAllowed')
    return content === undefined ? reject(404, 'NoSuchKey') : response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place: S3Place = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'portal',
    prefix: 'archivos/',
    region: 'us-east-1',
    accessKeyId: 'portal-files',
    secretAccessKey: 'd'.repeat(48),
  }
  return {
    place,
    /** The names of the stored files, with their prefix. */
    names: () => [...files.keys()],
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
