/** What tests of the quarantine need: a scanner that obeys the test, a request with a file, and downloads. */
import { buffer } from 'node:stream/consumers'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { type FileScanner, ScannerUnreachableError, type ScanOutcome } from '../../src/ports/file-scanner.ts'
import { formWith, startDepartments } from '../departments.ts'
import type { Portal } from '../portal.ts'
import { buildPdf } from './attachments.ts'

/** A text that the scanners of the tests take for malware. */
export const infectedMark = 'MI-PORTAL-MALWARE-MARK-7f3a9c'

export const beingScanned = 'Este archivo se está revisando. Inténtalo en unos minutos.'
export const blocked = 'Este archivo fue bloqueado porque contiene software malicioso.'

/** A scanner that takes the mark for malware, and that a test makes unreachable or unable to judge. */
export function scriptedScanner() {
  const seen: Buffer[] = []
  const state = { isUp: true, rejects: false, silentAt: null as string | null }
  const scanner: FileScanner = {
    scan: async (content): Promise<ScanOutcome> => {
      if (!state.isUp) throw new ScannerUnreachableError('the scanner is down')
      const bytes = await buffer(content)
      if (state.silentAt !== null && bytes.includes(state.silentAt))
        throw new ScannerUnreachableError('the scanner does not answer')
      seen.push(bytes)
      if (state.rejects) return { result: 'rejected', reason: 'INSTREAM size limit exceeded. ERROR' }
      return bytes.includes(infectedMark)
        ? { result: 'infected', signature: 'Test.Mark' }
        : { result: 'clean' }
    },
    isReachable: async () => state.isUp,
  }
  return { scanner, seen, state }
}

export const pdf = (text = '') =>
  new File([new Uint8Array(buildPdf(text))], 'boleta.pdf', { type: 'application/pdf' })
export const message = {
  reason_contact_id: 1,
  message: 'Adjunto la boleta',
  specific_requests: '0',
  petition: '',
  branch_office: 'PROVIDENCIA',
}

export async function scanAll({ processNext }: Pick<Portal, 'processNext'>): Promise<number> {
  let scanned = 0
  while (await processNext('scans')) scanned += 1
  return scanned
}

/** The bytes at an address, asked for with this session. */
export async function download({ app }: Pick<Portal, 'app'>, url: string, token?: string) {
  const answer = await app.inject({ url, headers: token === undefined ? {} : { 'x-token': token } })
  const isJson = String(answer.headers['content-type']).includes('json')
  return {
    status: answer.statusCode,
    text: isJson ? (answer.json().errors?.[0]?.msg ?? answer.json().issue?.[0]?.diagnostics) : answer.body,
  }
}

/** A complaint with one attached file, and the address under which staff open the file. */
export async function withComplaint(text: string, options: Parameters<typeof startDepartments>[0] = {}) {
  const scripted = scriptedScanner()
  const portal = await startDepartments({ scanner: scripted.scanner, ...options })
  const { contactId } = await portal.call(contactEndpoints.send, {
    form: formWith({ ...message, patient_id: portal.mother.id }, { file_0: pdf(text) }),
  })
  const clerkToken = await portal.sessionOf(portal.clerk.id)
  const clerk = portal.caller(clerkToken)
  const fileAtDesk = async () => {
    const { request } = await clerk(inboxEndpoints.open, { params: { matter: 'contact', id: contactId } })
    return request.files[0]
  }
  const openAtDesk = async () => download(portal, (await fileAtDesk())?.url ?? '', clerkToken)
  return { ...portal, ...scripted, contactId, asClerk: clerk, fileAtDesk, openAtDesk }
}

export const listScanStates = ({ db }: Pick<Portal, 'db'>) =>
  db.ask('select purpose, scan_state, scan_detail from files order by id')
