/** A second portal as scheduling service of the first, behind a network connection that a test can cut. */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { type Attention, buildProfessional, openCalendars } from '../booking/calendar.ts'
import { type PortalOptions, startPortal, testClock } from '../portal.ts'
import { listenDuringTest } from './listen.ts'

/** `lost`: the request arrives but the answer does not. `endless`: the answer never ends. */
type Line = {
  state: 'up' | 'down' | 'lost' | 'failing' | 'babbling' | 'silent' | 'endless'
  asked: string[]
  /** A path that the service answers with 404. */
  without?: string
}

function relay(to: number, line: Line, request: IncomingMessage, response: ServerResponse): void {
  line.asked.push(`${request.method} ${request.url?.split('?')[0]}`)
  if (line.state === 'down') return void request.socket.destroy()
  if (line.state === 'silent') return void request.resume()
  if (line.state === 'failing') return void response.writeHead(500).end('<h1>Oops</h1>')
  if (line.state === 'endless') {
    const spaces = Buffer.alloc(1024 * 1024, ' ')
    const endless = function* () {
      for (;;) yield spaces
    }
    response.writeHead(200, { 'content-type': 'application/pdf' })
    return void Readable.from(endless()).pipe(response)
  }
  if (line.state === 'babbling')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"x"}]}')
  const { method, url, headers } = request
  if (url?.split('?')[0] === line.without)
    return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  const onward = ask({ host: '127.0.0.1', port: to, method, path: url, headers }, (answer) => {
    if (line.state === 'lost') {
      answer.resume().on('end', () => request.socket.destroy())
      return
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => request.socket.destroy())
  request.pipe(onward)
}

const secret = 's'.repeat(40)
/** The public address of the calling portal. */
const issuer = 'https://portal.example'

/** Starts two portals with a shared clock: `there` holds the calendars, `here` calls it at `url`. */
export async function startPair(attention: Attention = {}, options: PortalOptions = {}) {
  const clock = options.clock ?? testClock()
  const line: Line = { state: 'up', asked: [] }
  let innerPort = 0
  const server = createServer((request, response) => relay(innerPort, line, request, response))
  const url = await listenDuringTest(server)
  const there = await startPortal({
    clock,
    environment: { PUBLIC_URL: url, SCHEDULING_PARTNERS: `${issuer}=${secret}` },
  })
  await there.app.listen({ host: '127.0.0.1', port: 0 })
  const inner = there.app.server.address()
  innerPort = typeof inner === 'object' && inner ? inner.port : 0
  const here = await startPortal({
    ...options,
    clock,
    environment: {
      PUBLIC_URL: issuer,
      SCHEDULING_URL: url,
      SCHEDULING_SECRET: secret,
      ...options.environment,
    },
  })
  // Both portals have the catalogues. Only `there` has professionals and slots.
  await openCalendars(here)
  const professional = await (async () => {
    return buildProfessional(there.db, attention)
  })()
  await openCalendars(there)

  /** Creates a patient with an account in both portals, under a different id in each. */
  async function patient(overrides: Parameters<typeof here.person>[0] = {}) {
    await there.person()
    const own = await here.person(overrides)
    const { document_type_id, document_number, first_name, last_name, second_name, date_birth } = own
    const known = await there.person({
      document_type_id,
      document_number,
      first_name,
      last_name,
      second_name,
      date_birth,
    })
    return { own, known }
  }

  return { here, there, line, url, issuer, secret, clock, professional, patient }
}
