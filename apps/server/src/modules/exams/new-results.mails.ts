import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Announcement = {
  readonly first_name: string
  /** Null for several results that arrived since the last mail. */
  readonly count: number | null
  /** The patient's first name if it is not the reader; otherwise null. */
  readonly patient_name: string | null
  readonly path: `/${string}`
}

/**
 * Mail about new results. The mail does not name the exam, because other people may read a mailbox or a locked
 * screen.
 */
export const newResult: MailTemplate<Announcement> = {
  name: 'exams.newResult',
  clinical: true,
  subject: ({ product }) => `Tienes novedades en ${product}`,
  heading: ({ count }) => (count === 1 ? 'Hay un nuevo resultado' : 'Hay nuevos resultados'),
  blocks: ({ first_name, count, patient_name, path }, { product }) => {
    const results =
      count === 1 ? 'un nuevo resultado' : [count, 'nuevos resultados'].filter(Boolean).join(' ')
    return [
      `Hola, ${first_name}: ya puedes ver ${results} ${patient_name === null ? '' : `de ${patient_name} `}en ${product}.`,
      'Para cuidar tu privacidad, este correo no dice de qué examen se trata.',
      { kind: 'button', label: 'Ver mis exámenes', path },
    ]
  },
}

export const correctedResult: MailTemplate<Announcement> = {
  name: 'exams.correctedResult',
  clinical: true,
  subject: ({ product }) => `Tienes novedades en ${product}`,
  heading: ({ count }) => (count === 1 ? 'Se corrigió un resultado' : 'Se corrigieron resultados'),
  blocks: ({ first_name, count, patient_name, path }, { product }) => {
    const results = count === 1 ? 'un resultado' : [count, 'resultados'].filter(Boolean).join(' ')
    const whose = patient_name === null ? '' : ` de ${patient_name}`
    return [
      `Hola, ${first_name}: ${count === 1 ? 'se corrigió' : 'se corrigieron'} ${results}${whose} que ya estaba${count === 1 ? '' : 'n'} en ${product}. Revisa el valor nuevo y consulta a tu médico si ya tomaron decisiones con el anterior.`,
      'Para cuidar tu privacidad, este correo no dice de qué examen se trata.',
      { kind: 'button', label: 'Ver mis exámenes', path },
    ]
  },
}

type LateAnnouncement = Omit<Announcement, 'count'>

export const lateResult: MailTemplate<LateAnnouncement> = {
  name: 'exams.lateResult',
  clinical: true,
  subject: ({ product }) => `Tienes novedades en ${product}`,
  heading: 'Un resultado está tardando',
  blocks: ({ first_name, patient_name, path }, { product, supportPhone }) => [
    `Hola, ${first_name}: un resultado ${patient_name === null ? '' : `de ${patient_name} `}debía estar en ${product} y todavía no llega. Te avisaremos apenas esté.`,
    `Si no te hiciste el examen, no tienes que hacer nada. Si lo necesitas pronto, escríbenos en «Contáctanos» o llama al ${supportPhone}.`,
    'Para cuidar tu privacidad, este correo no dice de qué examen se trata.',
    { kind: 'button', label: 'Ver mis exámenes', path },
  ],
}

export const newResultsSamples: readonly MailSample[] = [
  mailSample(lateResult, 'Resultado atrasado', 'Al paciente, cuando un resultado no llega en su plazo.', {
    first_name: 'Camila Andrea',
    patient_name: null,
    path: '/dashboard/mis-examenes',
  }),
  mailSample(newResult, 'Nuevo resultado', 'Al paciente, cuando llega un resultado.', {
    first_name: 'Camila Andrea',
    count: 1,
    patient_name: null,
    path: '/dashboard/mis-examenes',
  }),
  mailSample(correctedResult, 'Resultado corregido', 'Al paciente, cuando se corrige un resultado.', {
    first_name: 'Camila Andrea',
    count: 1,
    patient_name: null,
    path: '/dashboard/mis-examenes',
  }),
]
