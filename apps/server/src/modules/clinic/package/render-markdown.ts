import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Preparation } from '@mi-portal/contract/clinic/parts/preparations'
import type { LegalText } from '@mi-portal/contract/clinic/parts/texts'
import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { markdownOptions } from './markdown-file.ts'

function render(body: string, allowedTags: readonly string[]): string {
  return sanitizeHtml(toHtml(body), { allowedTags: [...allowedTags], allowedAttributes: {} })
}

function toHtml(body: string): string {
  try {
    return marked.parse(body, { ...markdownOptions, async: false })
  } catch (cause) {
    // Thousands of quotes or lists within each other exceed the library's stack.
    throw new ApiError('invalid', { cause })
  }
}

export function renderPreparation({ title, body }: Pick<Preparation, 'title' | 'body'>): string {
  const text = render(body, ['p', 'ul', 'ol', 'li', 'strong', 'em', 'h4'])
  return `<h3>${escapeHtml(title)}</h3>${text.replace(/>\n+</g, '><').trim()}`
}

/**
 * Returns the HTML of a legal text. An empty line stands before each heading: patients agreed to texts with them, and a text that patients
 * agreed to does not change by one character under its version.
 */
export function renderLegalText({ body }: Pick<LegalText, 'body'>): string {
  return render(body, ['h2', 'p', 'ul', 'ol', 'li', 'strong']).replaceAll('<h2>', '\n<h2>')
}
