import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

/** Which exam it is stays in the portal: a mailbox is read by others, and on locked screens. */
export const newResult: MailTemplate<{
  readonly first_name: string
  readonly count: number
  /** Whose it is, where it is not the reader's own. */
  readonly patient_name: string | null
}> = {
  name: 'exams.newResult',
  subject: ({ product }) => `Tienes novedades en ${product}`,
  body: ({ first_name, count, patient_name }, { product }) => {
    const results = count === 1 ? 'un nuevo resultado' : `${count} nuevos resultados`
    return {
      heading: count === 1 ? 'Hay un nuevo resultado' : 'Hay nuevos resultados',
      blocks: [
        {
          kind: 'paragraph',
          text: `Hola, ${first_name}: ya puedes ver ${results} ${patient_name === null ? '' : `de ${patient_name} `}en ${product}.`,
        },
        {
          kind: 'paragraph',
          text: 'Para cuidar tu privacidad, este correo no dice de qué examen se trata.',
        },
        { kind: 'button', label: 'Ver mis exámenes', path: '/dashboard/mis-examenes' },
      ],
    }
  },
}

export const arrivalSamples: readonly MailSample[] = [
  mailSample(newResult, 'Nuevo resultado', 'Al paciente, cuando llega un resultado.', {
    first_name: 'Camila Andrea',
    count: 1,
    patient_name: null,
  }),
]
