/** A message gateway over the network, as docs/integration/text-messages.md describes it. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type SentMessage = {
  readonly id: string
  readonly channel: 'sms' | 'whatsapp'
  readonly to: string
  readonly from?: string
  readonly kind: 'code' | 'notification'
  readonly text: string
  readonly url: string | null
}

const key = 'llave-de-la-pasarela'
export const reportSecret = 'secreto-de-los-informes-0123456789-abcdef'

/** Opens a gateway on a free port. It sends each id once, and accepts requests with its key only. */
export async function openMessageGateway() {
  const state = { status: 202, isDropping: false }
  /** Every request, and the messages that were sent: one for each id. */
  const requests: { headers: IncomingHttpHeaders; message: SentMessage }[] = []
  const messages = new Map<string, SentMessage>()
  const server = createServer(async (request, response) => {
    const message = (await json(request)) as SentMessage
    const { headers } = request
    requests.push({ headers, message })
    const isKnown = headers.authorization === `Bearer ${key}` && headers['idempotency-key'] === message.id
    const status = request.url !== '/v1/messages' ? 404 : isKnown ? state.status : 401
    if (status === 202) messages.set(message.id, message)
    if (!state.isDropping) return response.writeHead(status).end()
    state.isDropping = false
    request.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    environment: {
      TEXT_MESSAGES_URL: `http://127.0.0.1:${port}/v1`,
      TEXT_MESSAGES_KEY: key,
      TEXT_MESSAGES_REPORT_SECRET: reportSecret,
      TEXT_MESSAGES_CHANNELS: 'sms,whatsapp',
      TEXT_MESSAGES_SENDER: 'CLINICA',
    },
    requests,
    messages: () => [...messages.values()],
    answer: (status: number) => {
      state.status = status
    },
    /** Takes the next message and ends the connection without an answer. */
    dropNextAnswer: () => {
      state.isDropping = true
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
