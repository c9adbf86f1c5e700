import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'

/** Confirms a contact request. Anyone's e-mail address can be typed there, so the mail repeats nothing else of the request. */
export const imagingContactReceived: MailTemplate<object> = {
  name: 'booking.imagingContactReceived',
  clinical: false,
  subject: 'Recibimos tu solicitud de contacto',
  heading: 'Recibimos tu solicitud',
  blocks: () => ['Hola: nuestro equipo de imágenes te llamará para coordinar tu hora.'],
}

export const examBookingSamples: readonly MailSample[] = [
  mailSample(
    imagingContactReceived,
    'Solicitud de contacto recibida',
    'A quien pidió que lo llamen por un examen.',
    {},
  ),
]
