/** The empty document that printed texts and records begin with: A4, in Spanish, with tags for screen readers. */
import PDFDocument from 'pdfkit'

export const margin = 56
export const ink = { strong: '#161D30', body: '#2A3348', quiet: '#58627C' } as const

type Imprint = {
  readonly title: string
  /** Who issues it. */
  readonly author: string
  readonly madeAt: Date
}

export function openTaggedPdf({ title, author, madeAt }: Imprint): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    margin,
    lang: 'es-CL',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: author,
      Creator: author,
      Producer: author,
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  })
}
