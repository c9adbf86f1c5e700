/** A push service on this machine, and browsers that decrypt their messages with their own implementation of RFC 8291. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listenDuringTest } from './listen.ts'

type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Starts a push service that stores what it gets. It stops when the test ends. */
export async function startPushService() {
  const received: Received[] = []
  const answers = new Map<string, number>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(answers.get(path) ?? 201).end()
    })
  })
  return {
    origin: await listenDuringTest(server),
    received,
    /** Makes the service answer messages for this path with a status. */
    answer: (path: string, status: number) => answers.set(path, status),
  }
}

/** Creates the keys of a browser, which decrypts messages with them. */
export function createBrowser(endpoint: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      p256dh: keys.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    /** Decrypts a message in the content coding `aes128gcm` (RFC 8188) with one record. */
    read: (body: Buffer): unknown => {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + keyLength)
      const record = body.subarray(21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
      const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
      const clear = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // The record ends with the delimiter 2 and zeros.
      return JSON.parse(clear.subarray(0, clear.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** Returns the claims of the token with which the sender identified itself (RFC 8292), after checking its signature. */
export function readVapid(authorization: string | undefined, publicKey: string): unknown {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || key !== publicKey) throw new Error('the token of the sender is not signed with its key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
}
