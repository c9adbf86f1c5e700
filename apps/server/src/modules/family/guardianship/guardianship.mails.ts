import { maskName } from '@mi-portal/contract/fields/full-name'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'

/** Mail to the guardians of a minor's record, and to the adolescent (`member` is null), before a new guardian sees it. */
export const guardianAnnounced: MailTemplate<{
  readonly first_name: string
  readonly guardian: string
  readonly member: string | null
  readonly opensAt: Date
}> = {
  name: 'family.guardianAnnounced',
  clinical: true,
  subject: ({ product }) => `Una nueva persona verá un historial en ${product}`,
  heading: 'Una nueva persona verá un historial',
  blocks: ({ first_name, guardian, member, opensAt }, { supportPhone }) => {
    const { day, time } = santiago(opensAt)
    const whose = member === null ? 'tu historial' : `el historial de ${maskName(member)}`
    const represents = member === null ? 'te representa' : `representa a ${maskName(member)}`
    return [
      `Hola, ${first_name}: desde el ${showDay(day)} a las ${time}, ${maskName(guardian)} podrá ver ${whose}, porque ${represents}.`,
      'Si no corresponde, entra a Mi Grupo familiar y elige «No corresponde»: no verá nada hasta que la clínica decida. Si estás de acuerdo, no tienes que hacer nada.',
      { kind: 'button', label: 'Revisar en Mi Grupo familiar', path: '/dashboard/mi-grupo-familiar' },
      `Si tienes dudas, llámanos al ${supportPhone}.`,
    ]
  },
}

export const guardianshipSamples: readonly MailSample[] = [
  mailSample(
    guardianAnnounced,
    'Nueva representación',
    'A quienes ya representan a un menor, antes de que otra persona vea su historial.',
    {
      first_name: 'Camila Andrea',
      guardian: 'Diego Esteban Soto',
      member: 'Martina Ignacia Soto',
      opensAt: new Date('2026-12-24T15:00:00Z'),
    },
  ),
]
