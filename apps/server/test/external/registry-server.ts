/** A civil registry for tests, over the network, as docs/integration/civil-registry.md describes it. */
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenDuringTest } from './listen.ts'

/** A person as the registry knows them. RUNs have a dash. */
export type Citizen = {
  readonly run: string
  readonly card_number: string
  readonly names: string
  readonly last_name: string
  readonly second_name?: string
  readonly date_birth: string
  readonly deceased?: boolean | string | null
  readonly mother_run?: string | null
  readonly father_run?: string | null
  readonly mother_given_names?: string
  readonly father_given_names?: string
  readonly marital_status?: string | null
  readonly birth_commune?: string | null
  readonly home_commune?: string | null
}

/** Answers a request in place of the registry. */
type Answering = (response: ServerResponse) => void

export function answerWith(status: number, body: string, headers: Record<string, string> = {}): Answering {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body)
  }
}

/** Starts a registry that stops with the test. It accepts requests with this token only. */
export async function startRegistry(citizens: readonly Citizen[], token: string) {
  const state: { answer: Answering | null } = { answer: null }
  const asked: { path: string; body: unknown; authorization: string | undefined }[] = []

  const server = createServer(async (request, response) => {
    const body: unknown = await json(request)
    const { authorization } = request.headers
    asked.push({ path: request.url ?? '', body, authorization })
    if (state.answer) return state.answer(response)
    if (authorization !== `Bearer ${token}`) return answerWith(401, '{"code":"unauthorized"}')(response)
    const { run, card_number } = body as { run?: string; card_number?: string }
    const citizen = citizens.find((one) => one.run === run)
    if (!citizen) return answerWith(404, '{"code":"person-not-found"}')(response)
    answerWith(200, JSON.stringify(replyOf(request.url ?? '', citizen, card_number)))(response)
  })
  return {
    url: `${await listenDuringTest(server)}/v1`,
    token,
    asked,
    /** From now on every request is answered like this; null for the registry's own answers. */
    answer: (answer: Answering | null) => {
      state.answer = answer
    },
  }
}

function replyOf(path: string, citizen: Citizen, cardNumber: string | undefined): object {
  const { card_number, mother_given_names, father_given_names, ...person } = citizen
  if (path === '/v1/person') {
    const { marital_status: _status, birth_commune: _birth, home_commune: _home, ...answered } = person
    return answered
  }
  if (card_number !== cardNumber) return { is_holder: false }
  const { date_birth, marital_status, birth_commune, home_commune } = citizen
  return {
    is_holder: true,
    date_birth,
    mother_given_names,
    father_given_names,
    marital_status,
    birth_commune,
    home_commune,
  }
}
