import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { limits } from '../security/rate-limiter.ts'
import type { Reader } from './reader.ts'

export function isLoopbackHost(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(host)
}

export function isLoopback(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}

export function readDemonstration(read: Reader, publicUrl: string, isUsual: boolean) {
  const isLocal = isLoopback(publicUrl)
  const demo = read.given('DEMO') ? read.oneOf('DEMO', ['true', 'false']) === 'true' : isUsual && isLocal
  const demoPublic = demo && !isLocal
  if (demoPublic && read.oneOf('DEMO_PUBLIC', ['yes', 'no']) === 'no')
    read.rejectValue(
      'DEMO',
      'false where PUBLIC_URL is an address that others reach; DEMO_PUBLIC=yes allows a public demonstration',
    )
  const demoClinic = read.given('DEMO_CLINIC')
  if (demoClinic !== undefined && !demo)
    read.rejectValue(
      'DEMO_CLINIC',
      'absent outside the demonstration: npm run portal -- clinic:import publishes a clinic',
    )
  const demoNow = read.timestamp('DEMO_NOW')
  if (demoNow !== null && (!demo || demoPublic))
    read.rejectValue('DEMO_NOW', 'absent outside a demonstration on this machine')
  return { demo, demoPublic, demoClinic, demoNow }
}

export function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** False for no proxy, the addresses and networks of the proxies, or the number of proxies that a request passes. */
export type TrustedProxies = false | readonly string[] | { readonly hops: number }

/**
 * Returns the trusted proxies: none, their addresses and networks, or the number of proxies that a request passes. `on` means
 * one proxy: if more were trusted, a caller could write any address into `X-Forwarded-For`.
 */
export function readTrust(read: Reader): TrustedProxies {
  const text = read.text('TRUST_PROXY')
  if (text === 'off') return false
  if (text === 'on') return { hops: 1 }
  if (/^\d+$/.test(text)) return { hops: read.whole('TRUST_PROXY', 1, 9) }
  const proxies = text.split(',').map((part) => part.trim())
  const isNetwork = (text: string) => isIP(text.split('/', 1)[0] ?? '') !== 0 && ipaddr.isValidCIDR(text)
  if (!proxies.every((proxy) => isIP(proxy) !== 0 || isNetwork(proxy)))
    return read.rejectValue(
      'TRUST_PROXY',
      'off, addresses or networks like 10.0.0.0/8 separated by commas, or a number of proxies from 1 to 9',
    )
  return proxies
}

export function readLimits(read: Reader): Map<string, number> {
  const names = new Set(['calls', ...Object.values(limits).map(({ scope }) => scope)])
  const own = new Map<string, number>()
  for (const part of read
    .text('LIMITS')
    .split(/[\s,]+/)
    .filter(Boolean)) {
    const [, name = '', max] = /^([a-z-]+)=([1-9]\d{0,8})$/.exec(part) ?? []
    if (!names.has(name))
      return read.rejectValue('LIMITS', `pairs like draft=40, of these names: ${[...names].join(', ')}`)
    own.set(name, Number(max))
  }
  return own
}

export function readTracing(read: Reader) {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:'])
  const text = read.text('OTEL_TRACES_SAMPLER_ARG')
  const share = Number(text)
  if (!/^\d(\.\d{1,9})?$/.test(text) || share > 1)
    return read.rejectValue('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1')
  return endpoint === undefined ? null : { endpoint, share }
}

export function readMetricsToken(read: Reader): string | null {
  const token = read.given('METRICS_TOKEN') ?? null
  if (token !== null && !/^[\w.~+/=-]{32,}$/.test(token))
    return read.rejectValue('METRICS_TOKEN', 'at least 32 letters, digits or characters of -._~+/=')
  return token
}

export function readAuditStream(read: Reader) {
  const address = read.url('AUDIT_STREAM', ['syslog:', 'syslog+tcp:', 'syslog+tls:', 'https:', 'http:'])
  const secret = read.given('AUDIT_STREAM_SECRET')
  if (address === undefined) return null
  const url = new URL(address)
  if (url.username !== '' || url.hash !== '' || url.hostname === '')
    return read.rejectValue('AUDIT_STREAM', 'an address with a host and without credentials')
  if (!url.protocol.startsWith('http')) return { kind: 'syslog', url } as const
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return read.rejectValue('AUDIT_STREAM', 'an https: address')
  if (secret === undefined || secret.length < 32)
    return read.rejectValue(
      'AUDIT_STREAM_SECRET',
      'at least 32 characters long where AUDIT_STREAM is a web address',
    )
  return { kind: 'webhook', url, secret } as const
}
