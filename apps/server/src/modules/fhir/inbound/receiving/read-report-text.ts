import type { FieldError } from '@mi-portal/contract/calls/api-error'
import type { InboundReport } from '@mi-portal/contract/fhir/fhir-inbound'
import { tooManyReports } from '@mi-portal/contract/fhir/fhir-inbound'
import { isTextType, type ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { readAttachedText } from '../../../../platform/report-text/attached-text.ts'
import { readHtml } from '../../../../platform/report-text/html-text.ts'
import { issueAt } from '../transaction.rules.ts'

type Read = { readonly blocks: readonly ReportBlock[]; readonly fieldErrors: readonly FieldError[] }

function readAttached({ presentedForm = [] }: InboundReport, at: number): Read {
  const rejectWith = (element: string, msg: string): Read => ({
    blocks: [],
    fieldErrors: [issueAt(at, element, msg)],
  })
  const texts = presentedForm.filter(({ contentType }) => isTextType(contentType))
  if (texts.length > 1 || presentedForm.length - texts.length > 1)
    return rejectWith('resource.presentedForm', tooManyReports)
  const [form] = texts
  if (form === undefined) return { blocks: [], fieldErrors: [] }
  const data = form.data?.replace(/\s+/g, '') ?? ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data))
    return rejectWith(
      `resource.presentedForm[${presentedForm.indexOf(form)}]`,
      'Un texto (text/html o text/plain) va en base64, en data',
    )
  const blocks = readAttachedText(Buffer.from(data, 'base64'), form.contentType ?? '')
  return blocks.some(
    ({ kind, ...block }) => kind === 'missing' && 'what' in block && block.what === 'document',
  )
    ? rejectWith(
        `resource.presentedForm[${presentedForm.indexOf(form)}]`,
        'El texto no se puede leer: revisa su codificación (charset) y que no pase de 1 MB ni de 20.000 elementos',
      )
    : { blocks, fieldErrors: [] }
}

/**
 * Returns the text of a report in blocks: the attached text, and the narrative. A narrative that the sender generated from the rest of the
 * report is left out beside an attached text and beside results.
 */
export function readReportText(report: InboundReport, at: number): Read {
  const attached = readAttached(report, at)
  const { status, div } = report.text ?? {}
  const isRepeated =
    status === 'generated' && (attached.blocks.length > 0 || (report.result ?? []).length > 0)
  const narrative = div === undefined || status === 'empty' || isRepeated ? [] : readHtml(div)
  const isSame = JSON.stringify(narrative) === JSON.stringify(attached.blocks)
  return { ...attached, blocks: isSame ? attached.blocks : [...attached.blocks, ...narrative] }
}
