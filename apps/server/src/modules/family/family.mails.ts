import { maskName } from '@mi-portal/contract/fields/full-name'
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { callIfUnexpected, sampled, unnamedPerson } from '../../platform/mail-sentences.ts'

// The text is fixed and names come from the database, so that patients cannot write their own text to others through
// the clinic's mail.

type Recipient = { readonly first_name: string }

/**
 * Mail to a registered person. The page behind the link asks for the decision; opening the mail or the link decides
 * nothing.
 */
export const groupInvitation: MailTemplate<
  Recipient & {
    readonly owner: string
    readonly relationship: string
    readonly token: string
    readonly days: number
  }
> = {
  name: 'family.invitation',
  clinical: true,
  subject: ({ product }) => `Solicitud de grupo familiar en ${product}`,
  heading: 'Te invitaron a un grupo familiar',
  blocks: ({ first_name, owner, relationship, token, days }, { product, supportPhone }) => [
    `Hola, ${first_name}: ${maskName(owner)} quiere agregarte a su grupo familiar en ${product}.`,
    [
      ['Solicita', maskName(owner)],
      ['Relación', relationship],
    ],
    `Revisa la solicitud y decide si la aceptas o la rechazas. El enlace sirve por ${days} días y hasta que respondas; para responder debes iniciar sesión con tu cuenta.`,
    { kind: 'button', label: 'Revisar solicitud', path: `/invitacion/${token}` },
    `Si no conoces a esta persona, rechaza la solicitud o llámanos al ${supportPhone}.`,
  ],
}

/**
 * Mail to an address without an account. `owner` is null if the name is not proven, so that no free text reaches a
 * stranger.
 */
export const accountInvitation: MailTemplate<{ readonly owner: string | null }> = {
  name: 'family.accountInvitation',
  clinical: false,
  subject: ({ product }) => `Invitación a ${product}`,
  heading: (_data, { product }) => `Crea tu cuenta en ${product}`,
  blocks: ({ owner }, { product, brand }) => [
    `${owner === null ? unnamedPerson : maskName(owner)} quiere agregarte a su grupo familiar en ${product}, el portal de pacientes de ${brand}. Para eso primero debes crear tu cuenta.`,
    { kind: 'button', label: 'Crear mi cuenta', path: '/registrar' },
    'Si no esperabas este mensaje, no tienes que hacer nada: no volveremos a escribirte por esta invitación.',
  ],
}

type Pair = Recipient & { readonly owner: string; readonly member: string; readonly isOwner: boolean }

const groupButton = {
  kind: 'button',
  label: 'Ver mi grupo familiar',
  path: '/dashboard/mi-grupo-familiar',
} as const

export const requestDecided: MailTemplate<Pair & { readonly approved: boolean; readonly byStaff: boolean }> =
  {
    name: 'family.requestDecided',
    clinical: true,
    subject: ({ product }) => `Solicitud de grupo familiar resuelta en ${product}`,
    heading: ({ approved }) => (approved ? 'Solicitud aceptada' : 'Solicitud rechazada'),
    blocks: ({ first_name, owner, member, isOwner, approved, byStaff }, branding) => {
      const verb = approved ? 'aceptó' : 'rechazó'
      const own = approved ? 'aceptaste' : 'rechazaste'
      const did = byStaff
        ? `el equipo de ${branding.brand} ${verb}`
        : isOwner
          ? `${maskName(member)} ${verb}`
          : own
      const what = isOwner
        ? `tu solicitud para ${byStaff ? `agregar a ${maskName(member)} a` : 'integrar'} tu grupo familiar`
        : `la solicitud de ${maskName(owner)} para agregarte a su grupo familiar`
      return [`Hola, ${first_name}: ${did} ${what}.`, groupButton, callIfUnexpected(branding)]
    },
  }

export const linkEnded: MailTemplate<Pair & { readonly how: 'removed' | 'left' | 'staff' }> = {
  name: 'family.linkEnded',
  clinical: true,
  subject: ({ product }) => `Cambio en un grupo familiar de ${product}`,
  heading: 'Tu grupo familiar cambió',
  blocks: ({ first_name, owner, member, isOwner, how }, branding) => {
    const group = isOwner ? 'tu grupo familiar' : `el grupo familiar de ${maskName(owner)}`
    const words = {
      removed: isOwner
        ? `sacaste a ${maskName(member)} de ${group}`
        : `${maskName(owner)} te sacó de su grupo familiar`,
      left: isOwner ? `${maskName(member)} salió de ${group}` : `saliste de ${group}`,
      staff: isOwner
        ? `el equipo de ${branding.brand} sacó a ${maskName(member)} de ${group}`
        : `el equipo de ${branding.brand} te sacó de ${group}`,
    }
    return [`Hola, ${first_name}: ${words[how]}.`, groupButton, callIfUnexpected(branding)]
  },
}

export const guardianJudged: MailTemplate<
  Pair & {
    readonly confirmed: boolean
    /** The page on which the member reports that it was not their wish; null for the group owner and for a denial. */
    readonly reportPath: `/${string}` | null
  }
> = {
  name: 'family.guardianJudged',
  clinical: true,
  subject: ({ product }) => `Representación en un grupo familiar de ${product}`,
  heading: ({ confirmed }) => (confirmed ? 'Representación confirmada' : 'Representación no confirmada'),
  blocks: ({ first_name, owner, member, isOwner, confirmed, reportPath }, { brand, supportPhone }) => [
    isOwner
      ? `Hola, ${first_name}: el equipo de ${brand} ${confirmed ? 'confirmó' : 'negó'} que representas a ${maskName(member)}. ${confirmed ? 'Mientras sea menor de edad puedes ver su historial.' : 'Desde ahora no puedes ver su historial.'}`
      : `Hola, ${first_name}: el equipo de ${brand} ${confirmed ? 'confirmó' : 'negó'} que ${maskName(owner)} te representa. ${confirmed ? 'Mientras seas menor de edad puede ver tu historial.' : 'Desde ahora no puede ver tu historial.'}`,
    groupButton,
    `Si tienes dudas, llámanos al ${supportPhone}.`,
    ...(reportPath === null
      ? []
      : [
          'Si no es así, avísanos con «No fui yo»: cerramos tus sesiones y la clínica revisará tu caso.',
          { kind: 'button' as const, label: 'No fui yo', path: reportPath },
        ]),
  ],
}

type StepMember = { readonly full_name: string; readonly first_name: string }

/** Returns what changes at an age step before the coming of age, for the child (`member` is null) or for a guardian. */
function describeStep(step: 'reserve' | 'consent', member: StepMember | null): readonly string[] {
  if (step === 'reserve')
    return member === null
      ? [
          'Desde ese día hay exámenes y horas que solo tú ves: los que la ley reserva a las personas adolescentes, como los de salud sexual, embarazo, salud mental y drogas.',
          'También podrás marcar un examen o una hora con «Solo yo», para que nadie de tu grupo familiar los vea.',
          'Quien te representa seguirá viendo el resto de tu historial y podrá reservar horas para ti.',
        ]
      : [
          `Desde ese día no verás los exámenes y las horas que la ley reserva a las personas adolescentes, como los de salud sexual, embarazo, salud mental y drogas, ni los que ${member.first_name} marque con «Solo yo».`,
          `Seguirás viendo el resto de su historial y podrás reservar horas para ${member.first_name}.`,
        ]
  return member === null
    ? [
        'Desde ese día solo tú decides con quién se comparten tus exámenes y qué se hace con tus datos personales.',
        'Quien te representa seguirá viendo tu historial como hasta ahora, sin lo que la ley te reserva ni lo que marques con «Solo yo», y podrá reservar horas para ti.',
      ]
    : [
        `Desde ese día solo ${member.first_name} decide con quién se comparten sus exámenes y qué se hace con sus datos personales: ya no podrás hacerlo en su nombre.`,
        `Seguirás viendo su historial como hasta ahora y podrás reservar horas para ${member.first_name}.`,
      ]
}

/** Returns what becomes of an account that was opened for a child, for its holder (`member` is null) or for a guardian. */
function describeOwnAccess(member: StepMember | null): string {
  return member === null
    ? 'Ese día terminan la contraseña, las sesiones y los dispositivos de tu cuenta, para que nadie más entre en ella. Regístrate nuevamente con un correo que solo tú uses, o ven a la clínica con tu cédula. Tu historial se conserva completo.'
    : `Ese día termina el acceso a la cuenta de ${member.first_name}: ya no podrás entrar en ella ni recuperarla con tu correo. ${member.first_name} la abre de nuevo con un correo que solo use ${member.first_name}, o en la clínica con su cédula.`
}

export const ageStep: MailTemplate<
  Recipient & {
    readonly member: StepMember | null
    readonly day: Day
    readonly age: number
    readonly step: 'reserve' | 'consent'
    /** The access to the member's account ends on that day. */
    readonly registersAgain: boolean
  }
> = {
  name: 'family.ageStep',
  clinical: true,
  subject: ({ product }) => `Lo que pronto cambia en un historial de ${product}`,
  heading: ({ member }) =>
    member === null ? 'Pronto cambia quién ve y quién decide' : 'Pronto cambia lo que ves',
  blocks: ({ first_name, member, day, age, step, registersAgain }, { supportPhone }) => {
    const who = member === null ? `cumples ${age} años` : `${maskName(member.full_name)} cumple ${age} años`
    return [
      `Hola, ${first_name}: el ${showDay(day)} ${who}.`,
      ...describeStep(step, member),
      ...(registersAgain ? [describeOwnAccess(member)] : []),
      `Si tienes dudas, llámanos al ${supportPhone}.`,
    ]
  },
}

export const comingOfAge: MailTemplate<
  Recipient & {
    readonly member: string | null
    readonly day: Day
    readonly age: number
    /** The member's account ends on that day. */
    readonly registersAgain: boolean
  }
> = {
  name: 'family.comingOfAge',
  clinical: true,
  subject: ({ product }) => `Mayoría de edad y acceso en ${product}`,
  heading: ({ member }) =>
    member === null ? 'Pronto serás mayor de edad' : 'El acceso a un historial termina pronto',
  blocks: ({ first_name, member, day, age, registersAgain }, { supportPhone }) => {
    const [loses, again, books] =
      member === null
        ? [
            `Hola, ${first_name}: el ${showDay(day)} cumples ${age} años. Desde ese día solo tú verás tu historial, que se conserva completo.`,
            'Ese día tu cuenta de menor de edad termina: deberás registrarte nuevamente, con tu propio correo.',
            'Quien te agregó a su grupo familiar ya no podrá reservar horas para ti, salvo que tú lo permitas en Mi Grupo familiar.',
          ]
        : [
            `Hola, ${first_name}: el ${showDay(day)} ${maskName(member)} cumple ${age} años. Desde ese día ya no verás su historial.`,
            'Ese día su cuenta de menor de edad termina: deberá registrarse nuevamente, con su propio correo.',
            'Para seguir reservando horas para esa persona, debe permitírtelo en Mi Grupo familiar.',
          ]
    return [loses, ...(registersAgain ? [again] : []), books, `Si tienes dudas, llámanos al ${supportPhone}.`]
  },
}

export const familySamples: readonly MailSample[] = [
  mailSample(
    groupInvitation,
    'Solicitud de grupo familiar',
    'A quien alguien quiere agregar a su grupo familiar.',
    { ...sampled, owner: 'Diego Esteban Soto', relationship: 'Conviviente civil', days: 30 },
  ),
  mailSample(
    accountInvitation,
    'Invitación a crear una cuenta',
    'A quien aún no tiene cuenta y alguien quiere agregar.',
    { owner: 'Camila Andrea Fuentes' },
  ),
  mailSample(
    requestDecided,
    'Solicitud de grupo familiar resuelta',
    'A quienes une una solicitud, cuando se decide.',
    { ...sampled, isOwner: true, approved: true, byStaff: false },
  ),
  mailSample(linkEnded, 'Cambio en un grupo familiar', 'A ambas personas, cuando un vínculo termina.', {
    ...sampled,
    isOwner: true,
    how: 'left',
  }),
  mailSample(
    guardianJudged,
    'Representación en un grupo familiar',
    'A quien la clínica confirma o no como representante.',
    { ...sampled, isOwner: false, confirmed: true },
  ),
  mailSample(ageStep, 'Cambio por edad', 'Antes de que un menor cumpla la edad desde la que algo cambia.', {
    first_name: 'Camila Andrea',
    member: { full_name: 'Martina Ignacia Soto', first_name: 'Martina Ignacia' },
    day: '2026-12-24',
    age: 14,
    step: 'reserve',
    registersAgain: true,
  }),
  mailSample(comingOfAge, 'Mayoría de edad', 'Antes de que una cuenta de menor termine.', {
    first_name: 'Camila Andrea',
    member: 'Martina Ignacia',
    day: '2026-12-24',
    age: 18,
    registersAgain: true,
  }),
]
