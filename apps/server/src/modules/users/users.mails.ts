import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Decided = { readonly first_name: string; readonly passport: boolean }

export const validationApproved: MailTemplate<Decided> = {
  name: 'users.approved',
  subject: ({ product }) => `Tu cuenta en ${product} fue validada`,
  body: ({ first_name, passport }, { product }) => ({
    heading: 'Validamos tu identidad',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: tu identidad fue validada y tu cuenta está habilitada.`,
      },
      {
        kind: 'paragraph',
        text: `Ya puedes iniciar sesión con tu ${passport ? 'pasaporte' : 'RUT'} y la contraseña que elegiste.`,
      },
      { kind: 'button', label: `Ir a ${product}`, path: '/' },
    ],
  }),
}

export const validationDenied: MailTemplate<Decided & { readonly reason: string }> = {
  name: 'users.denied',
  subject: ({ product }) => `No pudimos validar tu registro en ${product}`,
  body: ({ first_name, reason }, { supportEmail, supportPhone }) => ({
    heading: 'No pudimos validar tu identidad',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: revisamos los antecedentes de tu registro y no pudimos validar tu identidad.`,
      },
      ...(reason === '' ? [] : [{ kind: 'facts' as const, rows: [['Motivo', reason] as const] }]),
      { kind: 'paragraph', text: 'Puedes corregir tus datos y registrarte nuevamente.' },
      { kind: 'button', label: 'Registrarme nuevamente', path: '/registrar' },
      {
        kind: 'paragraph',
        text: `Si necesitas ayuda, llama al ${supportPhone} o escribe a ${supportEmail}.`,
      },
    ],
  }),
}

type Welcomed = { readonly first_name: string; readonly key: string; readonly days: number }

export const welcome: MailTemplate<Welcomed> = {
  name: 'users.welcome',
  subject: ({ product }) => `Te damos la bienvenida a ${product}`,
  body: ({ first_name, key, days }, { product, supportEmail, supportPhone }) => ({
    heading: `Te damos la bienvenida a ${product}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: creamos tu cuenta. Esta es tu contraseña temporal; sirve una sola vez y vence en ${days} días.`,
      },
      { kind: 'code', value: key },
      {
        kind: 'paragraph',
        text: 'Inicia sesión con tu documento y esta contraseña temporal, y elige una contraseña nueva.',
      },
      { kind: 'button', label: 'Iniciar sesión', path: '/' },
      {
        kind: 'paragraph',
        text: 'Si vence antes de que la uses, pide otra en «Recuperar contraseña». No la compartas con nadie: nunca te la pediremos por teléfono.',
      },
      {
        kind: 'paragraph',
        text: `Si no pediste esta cuenta, avísanos al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

/** Staff sign in on another page than patients. */
export const staffWelcome: MailTemplate<Welcomed> = {
  ...welcome,
  name: 'users.staffWelcome',
  body: (data, branding) => {
    const { heading, blocks } = welcome.body(data, branding)
    return {
      heading,
      blocks: blocks.map((block) => (block.kind === 'button' ? { ...block, path: '/admin' } : block)),
    }
  },
}

/** Mail to the owner of an account for which staff typed a password. The mail does not contain the password. */
export const passwordSet: MailTemplate<{
  readonly first_name: string
  readonly hours: number
  readonly staff: boolean
}> = {
  name: 'users.passwordSet',
  subject: ({ product }) => `Definimos una nueva contraseña para tu cuenta de ${product}`,
  body: ({ first_name, hours, staff }, { supportEmail, supportPhone }) => ({
    heading: 'Tu contraseña cambió',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: un administrador definió una contraseña temporal para tu cuenta, que vence en ${hours} horas. La anterior ya no sirve, y cerramos las sesiones que estaban abiertas.`,
      },
      {
        kind: 'paragraph',
        text: 'Inicia sesión con la contraseña que te indicaron y elige una nueva.',
      },
      { kind: 'button', label: 'Iniciar sesión', path: staff ? '/admin' : '/' },
      {
        kind: 'paragraph',
        text: `Si no lo pediste, avísanos de inmediato al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

/** Mail to the address that staff replaced by another one. */
export const emailReplaced: MailTemplate<{ readonly first_name: string }> = {
  name: 'users.emailReplaced',
  subject: () => 'El e-mail de tu cuenta cambió',
  body: ({ first_name }, { supportEmail, supportPhone }) => ({
    heading: 'El e-mail de tu cuenta cambió',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: un administrador cambió el e-mail de tu cuenta. Desde ahora te escribiremos al nuevo, y este deja de usarse.`,
      },
      {
        kind: 'paragraph',
        text: `Si no lo pediste, avísanos de inmediato al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

export const userSamples: readonly MailSample[] = [
  mailSample(validationApproved, 'Cuenta validada', 'A quien la clínica valida.', {
    first_name: 'Camila Andrea',
    passport: true,
  }),
  mailSample(validationDenied, 'Validación rechazada', 'A quien la clínica no valida.', {
    first_name: 'Camila Andrea',
    passport: true,
    reason: 'La fotografía no se ve con claridad.',
  }),
  mailSample(welcome, 'Bienvenida', 'A quien la clínica crea una cuenta.', {
    first_name: 'Camila Andrea',
    key: 'Prueba-2026-abcd',
    days: 7,
  }),
  mailSample(staffWelcome, 'Bienvenida (administración)', 'Al personal a quien se crea una cuenta.', {
    first_name: 'Andrea Paz',
    key: 'Prueba-2026-abcd',
    days: 7,
  }),
  mailSample(passwordSet, 'Contraseña definida por la clínica', 'Cuando el personal define una contraseña.', {
    first_name: 'Camila Andrea',
    hours: 24,
    staff: false,
  }),
  mailSample(
    emailReplaced,
    'E-mail reemplazado por la clínica',
    'Al e-mail anterior, cuando el personal lo reemplaza.',
    { first_name: 'Camila Andrea' },
  ),
]
