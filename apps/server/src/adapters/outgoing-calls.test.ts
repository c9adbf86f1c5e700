/** What all adapters of other systems have in common, shown for each of them with a server that answers the same to every request. */
import { createECDH, randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../test/ask.ts'
import { openTestDatabase } from '../../test/database.ts'
import { listenDuringTest } from '../../test/external/listen.ts'
import { testClock } from '../../test/portal.ts'
import { createLogger } from '../platform/logger.ts'
import { newFileKey } from '../platform/security/file-key.ts'
import { createWebhookStream } from './audit-stream/webhook.ts'
import { createHttpRegistry } from './civil-registry/http.ts'
import { createFhirClient } from './clinical-archive/fhir/fhir-client.ts'
import { createS3Store } from './files/s3.ts'
import { createOidcCheck } from './identity-check/oidc.ts'
import { createArchiveClient } from './image-archive/archive-client.ts'
import { createPictureSource } from './picture-source/https.ts'
import { createWebPush } from './push-service/web-push.ts'
import { createRemoteScheduling } from './scheduling/remote.ts'
import { createTextGateway } from './text-messages/http.ts'

const logger = createLogger('silent')
const clock = testClock()
const [secret, none] = ['s'.repeat(40), { kind: 'none' }] as const
const timeouts = { attempt: 5_000, pause: 0, rest: 60_000 }

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  return () => db.close()
})

const fhir = (url: string) =>
  createFhirClient({ url: `${url}/fhir`, credentials: none, documentOrigins: [url], clock, logger, timeouts })
const bucket = (endpoint: string) =>
  createS3Store({ endpoint, bucket: 'b', prefix: '', region: 'r', accessKeyId: 'a', secretAccessKey: secret })
const visitor = {
  ...{ id: 1, document_type_id: 1, document_number: '12345678-5', document_country: null, date_birth: null },
  ...{ first_name: 'Ana', last_name: 'Soto', second_name: '' },
}
const message = {
  id: 'a',
  channel: 'sms',
  recipient: '+56911111111',
  kind: 'code',
  text: 'a',
  url: null,
} as const

/** One call of each adapter to a system at `url`. */
const calls: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'the receiver of the audit log': (url) => createWebhookStream(new URL(url), secret, clock).send([]),
  'the civil registry': (url) =>
    createHttpRegistry({ url, token: undefined, secret, db, clock, logger }).person('12345678-5'),
  'the clinical archive': (url) => fhir(url).read('Patient/1'),
  'a document of the clinical archive': (url) => fhir(url).fetchDocument(`${url}/a.pdf`, 'application/pdf'),
  'the bucket, which is read': (url) => bucket(url).read(newFileKey()),
  'the bucket, which is written': (url) => bucket(url).put(newFileKey(), Buffer.from('a')),
  'the identity provider': (url) =>
    createOidcCheck(
      { issuer: url, clientId: 'a', clientSecret: secret, redirectUri: `${url}/b` },
      logger,
    ).begin(),
  'the image archive': (url) =>
    createArchiveClient({ url, credentials: none, clock, logger })
      .get('studies', 'application/json')
      .then(({ status }) => (status === 200 ? status : null)),
  'the message gateway': (url) =>
    createTextGateway({
      ...{
        url,
        key: secret,
        reportSecret: secret,
        sender: undefined,
        channels: ['sms'],
        clock,
        logger,
        timeouts,
      },
    }).send(message),
  'the push service of a browser': (url) => {
    const push = createWebPush({ hosts: [], contact: () => 'mailto:a@b.cl', testOrigin: url }, logger)
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    return push.send({ endpoint: `${url}/a`, p256dh, auth }, {}, push.createKeys())
  },
  'the scheduling service': (url) =>
    createRemoteScheduling({ url, sign: async () => 'a', clock }).isCancelled(visitor, 1),
  'the site of a picture': (url) =>
    createPictureSource(logger, { isAllowed: () => true, request }).fetch(url.replace('http:', 'https:')),
}

async function startSystem(status: number) {
  const asked: string[] = []
  const server = createServer((received, answer) => {
    asked.push(received.url ?? '')
    received.resume()
    answer.writeHead(status, { location: '/elsewhere', 'content-type': 'application/json' }).end('{}')
  })
  return { asked, url: await listenDuringTest(server) }
}

const isFailure = ({ status, ...rest }: PromiseSettledResult<unknown>) =>
  status === 'rejected' || ('value' in rest && (rest.value === null || rest.value === 'failed'))

test.each(Object.entries(calls))(
  '%s: a redirect is not followed, and a failed system is reported',
  async (_name, send) => {
    for (const status of [302, 500]) {
      const { asked, url } = await startSystem(status)
      const [outcome] = await Promise.allSettled([send(url)])
      expect(asked.length, String(status)).toBeGreaterThan(0)
      expect(asked).not.toContain('/elsewhere')
      expect(isFailure(outcome), String(status)).toBe(true)
    }
  },
)
