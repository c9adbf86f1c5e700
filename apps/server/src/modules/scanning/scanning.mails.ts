import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Infected = {
  readonly kind: string
  readonly file_id: number
  readonly signature: string
}

/** Mail to staff that a file was blocked. It contains neither the file nor anything about the patient. */
export const infectedFile: MailTemplate<Infected> = {
  name: 'scanning.infected',
  clinical: false,
  subject: 'Se bloqueó un archivo con software malicioso',
  blocks: ({ kind, file_id, signature }) => [
    'El antivirus encontró software malicioso en un archivo que se subió al portal. Nadie puede descargarlo.',
    [
      ['Archivo', kind],
      ['Número', String(file_id)],
      ['Detectado', signature],
    ],
    'Si el paciente necesita enviar ese documento, pídele que lo suba de nuevo desde otro equipo.',
    { kind: 'button', label: 'Abrir la administración', path: '/admin' },
  ],
}

export const scanningSamples: readonly MailSample[] = [
  mailSample(infectedFile, 'Archivo bloqueado', 'Al personal, cuando el antivirus bloquea un archivo.', {
    kind: 'Archivo de una solicitud',
    file_id: 1204,
    signature: 'Win.Test.EICAR_HDB-1',
  }),
]
