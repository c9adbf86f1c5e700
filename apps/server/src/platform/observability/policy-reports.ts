/**
 * Receives reports of browsers about violations of a page's content security policy. Anyone can send them, so their content is
 * not trusted: a body is limited in size and becomes a line of the security log, which is limited too. No line holds the address
 * of a page, which can name a person, or a sample of the blocked content.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { policyReportsPath } from '../http/headers.ts'
import type { SecurityLog } from './security-log.ts'

/** A report has about 1 kB, and browsers send a few together. */
const mostBytes = 16 * 1024
const mostReports = 10

const text = z.catch(z.string(), '')
const line = z.catch(z.nullable(z.int().check(z.gte(0), z.lte(1e7))), null)

/** The format that browsers send for `report-uri` (`application/csp-report`). */
const olderReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': line,
  }),
})

/** The format that browsers send for `report-to` (`application/reports+json`). */
const newerReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: text,
    effectiveDirective: text,
    blockedURL: text,
    sourceFile: text,
    lineNumber: line,
  }),
})

type Violation = {
  readonly page: string
  readonly directive: string
  readonly blocked: string
  readonly source: string
  readonly line: number | null
}

function readViolations(body: unknown): Violation[] {
  const older = z.safeParse(olderReport, body)
  if (older.success) {
    const report = older.data['csp-report']
    return [
      {
        page: report['document-uri'],
        directive: report['effective-directive'] || report['violated-directive'],
        blocked: report['blocked-uri'],
        source: report['source-file'],
        line: report['line-number'],
      },
    ]
  }
  if (!Array.isArray(body)) throw new ApiError('invalid')
  return body.slice(0, mostReports).flatMap((one) => {
    const { success, data } = z.safeParse(newerReport, one)
    if (!success) return []
    const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } = data.body
    return [
      {
        page: documentURL,
        directive: effectiveDirective,
        blocked: blockedURL,
        source: sourceFile,
        line: lineNumber,
      },
    ]
  })
}

/** Returns the first segment of a page's path. The rest can hold a token or an identity document. */
function findArea(address: string): string | null {
  const path = URL.canParse(address) ? new URL(address).pathname : ''
  return /^\/(?:[a-z][a-z-]{0,29}(?=\/|$))?/.exec(path)?.[0] ?? null
}

/** Returns what was blocked: a keyword of the specification (`inline`, `eval`), or the origin of an address. */
function describeBlocked(address: string): string | null {
  if (/^[a-z][a-z-]{0,29}$/.test(address)) return address
  return URL.canParse(address) ? new URL(address).origin.slice(0, 100) : null
}

function findSource(address: string): string | null {
  if (address === '') return null
  const path = URL.canParse(address) ? new URL(address).pathname : ''
  return /^\/assets\/[\w.-]{1,80}$/.exec(path)?.[0] ?? 'other'
}

export function installPolicyReports(app: FastifyInstance, log: SecurityLog): void {
  // A separate context, so that no other route accepts these content types.
  app.register((own, _options, ready) => {
    own.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request, body, done) => {
        try {
          done(null, JSON.parse(String(body)))
        } catch {
          done(new ApiError('badJson'))
        }
      },
    )
    own.post(policyReportsPath, { bodyLimit: mostBytes }, async (request, reply) => {
      if (request.body instanceof ApiError) throw request.body
      for (const { page, directive, blocked, source, line } of readViolations(request.body))
        log.write(request, 'policy violation', {
          page: findArea(page),
          directive: /^[a-z][a-z-]{0,39}$/.exec(directive)?.[0] ?? null,
          blocked: describeBlocked(blocked),
          file: findSource(source),
          line,
        })
      return reply.code(204).send()
    })
    ready()
  })
}
