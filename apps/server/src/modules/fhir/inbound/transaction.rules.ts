import type { FieldError } from '@mi-portal/contract/calls/api-error'
import type { ServiceScope } from '@mi-portal/contract/fhir/fhir'
import type { InboundEntry, InboundReference, InboundResource } from '@mi-portal/contract/fhir/fhir-inbound'

/** The sender's own name of an object, by which a repeated transaction is recognised. */
type SourceKey = { readonly type: string; readonly system: string; readonly value: string }

export type Item = {
  readonly at: number
  readonly fullUrl: string | undefined
  readonly resource: InboundResource
  /** Null for a `Binary`, which is part of its document. */
  readonly key: SourceKey | null
}

type Target =
  | { readonly kind: 'entry'; readonly item: Item }
  | { readonly kind: 'source'; readonly key: SourceKey }
  | { readonly kind: 'own'; readonly type: string; readonly id: number }

export const toExpression = (at: number, element = ''): string =>
  `Bundle.entry[${at}]${element === '' ? '' : `.${element}`}`

export function issueAt(at: number, element: string, msg: string): FieldError {
  return { msg, param: toExpression(at, element) }
}

export function keyText({ type, system, value }: SourceKey): string {
  return `${type}?identifier=${system}|${value}`
}

/** Parses `Type?identifier=system|value`; returns null for any other text. */
function readCondition(url: string): SourceKey | null {
  const [, type, rest] = /^([A-Z][A-Za-z]+)\?identifier=([^&]+)$/.exec(url) ?? []
  if (type === undefined || rest === undefined) return null
  let decoded: string
  try {
    decoded = decodeURIComponent(rest)
  } catch {
    return null
  }
  const cut = decoded.lastIndexOf('|')
  const [system, value] = [decoded.slice(0, Math.max(0, cut)).trim(), decoded.slice(cut + 1).trim()]
  return cut < 1 || system === '' || value === '' ? null : { type, system, value }
}

function findRequestError(entry: InboundEntry, key: SourceKey | null): [string, string] | null {
  const { resource, request } = entry
  if (resource.resourceType === 'Binary')
    return request.method === 'POST' && request.url === 'Binary'
      ? null
      : ['request', 'Un Binary llega con POST Binary, junto a su documento']
  if (request.method !== 'PUT' || key === null)
    return ['request', `Debe ser PUT ${resource.resourceType}?identifier=sistema|valor`]
  if (key.type !== resource.resourceType) return ['request.url', 'No es el tipo del recurso']
  const isOwn = resource.identifier.some(({ system, value }) => system === key.system && value === key.value)
  return isOwn ? null : ['resource.identifier', 'Falta el identificador de request.url']
}

export function readEntries(entries: readonly InboundEntry[], scopes: readonly ServiceScope[]) {
  const issues: FieldError[] = []
  const seen = new Set<string>()
  const items = entries.map((entry, at): Item => {
    const key = entry.resource.resourceType === 'Binary' ? null : readCondition(entry.request.url)
    const wrong = findRequestError(entry, key)
    if (wrong) issues.push(issueAt(at, ...wrong))
    for (const name of [key && keyText(key), entry.fullUrl]) {
      if (!name) continue
      if (seen.has(name)) issues.push(issueAt(at, '', 'Ya viene en esta transacción'))
      seen.add(name)
    }
    return { at, fullUrl: entry.fullUrl, resource: entry.resource, key }
  })
  const may = new Set<string>(scopes)
  const forbidden = items.flatMap(({ at, resource: { resourceType } }) =>
    may.has(`system/${resourceType === 'Binary' ? 'DocumentReference' : resourceType}.write`)
      ? []
      : [issueAt(at, 'resource', 'Esta cuenta de servicio no puede enviar este tipo de recurso')],
  )
  return { items, fieldErrors: issues, forbidden }
}

export function targetFinder(items: readonly Item[]) {
  const byUrl = new Map(
    items.flatMap((item) => (item.fullUrl === undefined ? [] : [[item.fullUrl, item] as const])),
  )
  const byKey = new Map(
    items.flatMap((item) => (item.key === null ? [] : [[keyText(item.key), item] as const])),
  )
  return (reference: InboundReference | undefined): Target | null => {
    const text = reference?.reference
    if (text === undefined) return null
    const condition = readCondition(text)
    const item = byUrl.get(text) ?? (condition === null ? undefined : byKey.get(keyText(condition)))
    if (item !== undefined) return { kind: 'entry', item }
    if (condition !== null) return { kind: 'source', key: condition }
    const [, type, id] = /^([A-Z][A-Za-z]+)\/(\d{1,9})$/.exec(text) ?? []
    return type === undefined ? null : { kind: 'own', type, id: Number(id) }
  }
}
export type FindTarget = ReturnType<typeof targetFinder>

/**
 * Returns a text of a resource that stays the same when the transaction is sent again: a reference to another entry is
 * replaced by the identifier of that entry, because another bundle may spell the reference differently.
 */
export function comparableText(
  resource: InboundResource,
  find: FindTarget,
  hashContent: (data: string) => string,
): string {
  return JSON.stringify(resource, (name, value: unknown) => {
    // The data may have millions of characters, so the text contains their hash.
    if (name === 'data' && typeof value === 'string') return hashContent(value)
    if (name !== 'reference' && name !== 'url') return value
    const target = typeof value === 'string' ? find({ reference: value }) : null
    if (target?.kind !== 'entry') return value
    const { key, resource: received } = target.item
    if (key !== null) return keyText(key)
    return received.resourceType === 'Binary' ? hashContent(received.data) : ''
  })
}
