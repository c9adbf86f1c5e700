import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { sampled } from '../../platform/mail-sentences.ts'

type NewDevice = {
  readonly first_name: string
  readonly at: Date
  readonly device: string
  readonly network: string
  readonly unknown: boolean
  readonly tookOver: boolean
  readonly reportPath: `/${string}`
  readonly home: '/' | '/admin'
}

export const newDevice: MailTemplate<NewDevice> = {
  name: 'session.newDevice',
  clinical: false,
  subject: ({ product }) => `Nuevo inicio de sesión en ${product}`,
  heading: 'Nuevo inicio de sesión',
  blocks: (data, { product, supportEmail, supportPhone }) => {
    const { first_name, at, device, network, unknown, tookOver, reportPath, home } = data
    const where = unknown
      ? 'tu cuenta se usó desde un dispositivo o una red que no habías usado antes.'
      : 'tu cuenta se usó en otro dispositivo.'
    const closed = tookOver ? ' Por seguridad cerramos la sesión que estaba abierta.' : ''
    const { day, time } = santiago(at)
    return [
      `Hola, ${first_name}: ${where}${closed}`,
      [
        ['Fecha', showDay(day)],
        ['Hora', `${time} (Chile continental)`],
        ['Navegador', device],
        ['Conexión', network],
      ],
      'Si fuiste tú, no tienes que hacer nada.',
      { kind: 'button', label: `Ir a ${product}`, path: home },
      `Si no fuiste tú, avísanos con este enlace: cerraremos todas las sesiones y la clínica te ayudará. También puedes llamar al ${supportPhone} o escribir a ${supportEmail}.`,
      { kind: 'button', label: 'No fui yo', path: reportPath },
    ]
  },
}

type PasswordsGuessed = {
  readonly first_name: string
  readonly isStaff: boolean
}

export const passwordsGuessed: MailTemplate<PasswordsGuessed> = {
  name: 'session.passwordsGuessed',
  clinical: false,
  subject: ({ product }) => `Contraseñas equivocadas en tu cuenta de ${product}`,
  heading: 'Contraseñas equivocadas en tu cuenta',
  blocks: ({ first_name, isStaff }, { product, supportEmail, supportPhone }) => [
    `Hola, ${first_name}: en la última hora alguien escribió varias contraseñas equivocadas para entrar a tu cuenta. Con ellas no se pudo entrar.`,
    'Si fuiste tú, no tienes que hacer nada. Si olvidaste tu contraseña, pide una temporal en la página de inicio de sesión.',
    isStaff
      ? `Si no fuiste tú, avísanos al ${supportPhone} o a ${supportEmail}.`
      : `Si no fuiste tú, revisa en tu perfil, en «Quién vio mis datos», cuándo y desde dónde lo intentaron. Si usas la misma contraseña en otro sitio, cámbiala. Ante cualquier duda, avísanos al ${supportPhone} o a ${supportEmail}.`,
    'Te avisamos de esto una vez al día como máximo.',
    { kind: 'button', label: `Ir a ${product}`, path: isStaff ? '/admin' : '/' },
  ],
}

type SignInCode = { readonly first_name: string; readonly code: string; readonly minutes: number }

export const signInCode: MailTemplate<SignInCode> = {
  name: 'session.signInCode',
  clinical: false,
  subject: ({ product }) => `Tu código para entrar a ${product}`,
  heading: 'Tu código para entrar',
  blocks: ({ first_name, code, minutes }, { supportEmail, supportPhone }) => [
    `Hola, ${first_name}: para entrar con la contraseña que te dio la clínica, escribe este código. Sirve una sola vez y vence en ${minutes} minutos.`,
    { kind: 'code', value: code },
    `No se lo des a nadie, tampoco al personal de la clínica. Si no estás entrando ahora, avísanos al ${supportPhone} o a ${supportEmail}.`,
  ],
}

export const sessionSamples: readonly MailSample[] = [
  mailSample(newDevice, 'Nuevo inicio de sesión', 'Cuando alguien entra desde otro dispositivo.', {
    ...sampled,
    at: new Date('2026-11-26T12:30:00Z'),
    device: 'Chrome en Windows',
    network: '190.45.•.•',
    unknown: true,
    tookOver: false,
    home: '/',
  }),
  mailSample(
    passwordsGuessed,
    'Contraseñas equivocadas',
    'Cuando alguien escribe varias contraseñas equivocadas en una cuenta, una vez al día como máximo.',
    { first_name: 'Camila Andrea', isStaff: false },
  ),
  mailSample(signInCode, 'Código para entrar', 'A quien entra con una contraseña que definió el personal.', {
    first_name: 'Camila Andrea',
    code: '481902',
    minutes: 10,
  }),
]
