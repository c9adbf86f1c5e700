import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type LetterData = {
  /** The person concerned. A child's letter goes to the guardians. */
  readonly first_name: string
  readonly nature: string
  readonly effects: string
  readonly measures: string
  readonly day: string
}

/**
 * Letter to each person concerned, in plain words (Ley 19.628, art. 14 sexies). What was seen is not in the letter;
 * the person can ask for it.
 */
export const breachMail: MailTemplate<LetterData> = {
  name: 'breaches.letter',
  clinical: false,
  subject: ({ brand }) => `Aviso importante de ${brand} sobre tus datos`,
  heading: 'Aviso sobre datos personales',
  blocks: ({ first_name, nature, effects, measures, day }, { brand, supportEmail, supportPhone }) => [
    `${brand} te informa de un incidente de seguridad que afecta datos personales de ${first_name}. Lo conocimos el ${day}.`,
    [
      ['Qué ocurrió', nature],
      ['Qué efectos puede tener', effects],
      ['Qué hicimos', measures],
    ],
    `Para saber qué datos fueron vistos, o si tienes dudas, escríbenos a ${supportEmail} o llámanos al ${supportPhone}. También puedes ver quién accedió a los datos en «Mis datos personales».`,
    { kind: 'button', label: 'Ver mis datos personales', path: '/dashboard/perfil/datos-personales' },
  ],
}

export const breachSamples: readonly MailSample[] = [
  mailSample(breachMail, 'Aviso de incidente', 'A cada persona afectada por un incidente de datos.', {
    first_name: 'Camila Andrea',
    nature: 'Una cuenta del personal fue usada sin autorización',
    effects: 'Una persona ajena pudo ver tus datos de contacto',
    measures: 'Cerramos la cuenta y avisamos a la Agencia',
    day: '26/11/2026',
  }),
]
