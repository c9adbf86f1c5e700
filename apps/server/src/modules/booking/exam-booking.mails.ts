import type { ContactAnswer } from '@mi-portal/contract/exam-booking'
import { formatRun } from '@mi-portal/contract/values/run'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type ImagingContact = {
  readonly id: number
  readonly name: string
  readonly run: string
  readonly email: string
  readonly phone: string
  readonly exam_type: string
  readonly questions: readonly ContactAnswer[]
}

/** To the desk, which answers by phone. */
export const imagingContactForDesk: MailTemplate<ImagingContact> = {
  name: 'booking.imagingContact',
  subject: () => 'Solicitud de contacto por un examen',
  body: ({ id, name, run, email, phone, exam_type, questions }) => ({
    heading: `Solicitud de contacto ${id}`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Nombre', name],
          ['RUT', formatRun(run)],
          ['E-mail', email],
          ['Teléfono', phone],
          ['Examen', exam_type],
        ],
      },
      ...questions.map(
        ({ question, yes }) => ({ kind: 'paragraph', text: `${question} ${yes ? 'Sí' : 'No'}.` }) as const,
      ),
    ],
  }),
}

export const imagingContactReceived: MailTemplate<{ readonly name: string }> = {
  name: 'booking.imagingContactReceived',
  subject: () => 'Recibimos tu solicitud de contacto',
  body: ({ name }) => ({
    heading: 'Recibimos tu solicitud',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${name}: nuestro equipo de imágenes te llamará para coordinar tu hora.`,
      },
    ],
  }),
}

export const examBookingSamples: readonly MailSample[] = [
  mailSample(
    imagingContactForDesk,
    'Solicitud de contacto por un examen',
    'A la mesa de imágenes, cuando alguien pide que lo llamen.',
    {
      id: 1042,
      name: 'Camila Fuentes',
      run: '123456785',
      email: 'camila@ejemplo.cl',
      phone: '912345678',
      exam_type: 'Resonancia magnética',
      questions: [],
    },
  ),
  mailSample(
    imagingContactReceived,
    'Solicitud de contacto recibida',
    'A quien pidió que lo llamen por un examen.',
    { name: 'Camila Fuentes' },
  ),
]
