/** The end of mails about a change that staff made in an account: what its owner does if they did not ask for it. */

export type Reportable = { readonly reportPath: `/${string}` }

type Contacts = { readonly supportEmail: string; readonly supportPhone: string }

export const reportBlocks = ({ reportPath }: Reportable, { supportEmail, supportPhone }: Contacts) => [
  `Si no lo pediste, avísanos con «No fui yo»: cerramos tus sesiones y no enviamos contraseñas temporales hasta hablar contigo. También puedes llamar al ${supportPhone} o escribir a ${supportEmail}.`,
  { kind: 'button' as const, label: 'No fui yo', path: reportPath },
]
