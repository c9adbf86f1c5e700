import { isHtmlType, isTextType, type ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { readAttachedText } from '../../../../platform/report-text/attached-text.ts'
import { readHtml } from '../../../../platform/report-text/html-text.ts'
import type { Attachment, Report } from '../resources.ts'
import type { createDocumentReader } from './documents.ts'

const hasContent = ({ data, url }: Attachment) => data !== undefined || url !== undefined

/** Returns the attached texts of a report. FHIR's forms of a report say the same, so plain text is read only if there is no HTML. */
function attachedTexts({ presentedForm = [] }: Report): readonly Attachment[] {
  const texts = presentedForm.filter((one) => isTextType(one.contentType) && hasContent(one))
  const html = texts.filter(({ contentType }) => isHtmlType(contentType))
  return html.length > 0 ? html : texts
}

/**
 * Returns the narrative of a report, if it may say something that is not shown otherwise. A server generates a narrative from the elements
 * of the report, so a generated one is left out beside an attached text and beside results.
 */
function findNarrative(report: Report): string | null {
  const { status, div } = report.text ?? {}
  if (div === undefined || status === 'empty') return null
  const isRepeated = attachedTexts(report).length > 0 || (report.result ?? []).length > 0
  return status === 'generated' && isRepeated ? null : div
}

export function hasReportText(report: Report): boolean {
  return attachedTexts(report).length > 0 || findNarrative(report) !== null
}

export function createReportTextReader({
  readContent,
}: Pick<ReturnType<typeof createDocumentReader>, 'readContent'>) {
  async function readReportText(report: Report): Promise<readonly ReportBlock[]> {
    const attached = await Promise.all(
      attachedTexts(report).map(async (one) => {
        const contentType = one.contentType ?? ''
        return readAttachedText(
          await readContent(one, isHtmlType(contentType) ? 'text/html' : 'text/plain'),
          contentType,
        )
      }),
    )
    const blocks = attached.flat()
    const narrative = findNarrative(report)
    const narrated = narrative === null ? [] : readHtml(narrative)
    // Some servers put the attached text into the narrative too.
    return JSON.stringify(narrated) === JSON.stringify(blocks) ? blocks : [...blocks, ...narrated]
  }

  return { readReportText }
}
