/** Converts the HTML of texts that earlier versions stored back to the Markdown of a clinic package. */
import { Parser } from 'htmlparser2'

/** The Markdown before the text of an element. */
const openings: Readonly<Record<string, string>> = {
  h2: '\n\n## ',
  h4: '\n\n#### ',
  p: '\n\n',
  ul: '\n\n',
  ol: '\n\n',
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
}
const closings: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  ul: '\n\n',
  ol: '\n\n',
}

/** Returns the text of headings, paragraphs and lists as Markdown. A title (`h3`) is left out: the sheet shows its own. */
export function convertToMarkdown(html: string): string {
  let markdown = ''
  let isTitle = false
  const lists: ('ul' | 'ol')[] = []
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'h3') isTitle = true
      if (name === 'ul' || name === 'ol') lists.push(name)
      if (name === 'li') markdown += `\n${lists.at(-1) === 'ol' ? '1.' : '-'} `
      else markdown += openings[name] ?? ''
    },
    ontext: (text) => {
      if (!isTitle) markdown += escapeMarkdown(text.replace(/\s+/g, ' '))
    },
    onclosetag: (name) => {
      if (name === 'h3') isTitle = false
      if (name === 'ul' || name === 'ol') lists.pop()
      markdown += closings[name] ?? ''
    },
  })
  parser.end(html)
  return markdown
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_`<[\]]/g, '\\$&')
}
