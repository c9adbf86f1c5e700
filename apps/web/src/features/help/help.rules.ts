/** Which help belongs to a page, and what a search in the help finds. */

import type { HelpScreen, ScreenHelp } from '@mi-portal/contract/clinic/help'
import { foldText } from '@mi-portal/contract/fields/accents'
import { linkOptions } from '@tanstack/react-router'

/** The beginnings of addresses with their screens; the first that fits counts. */
const screensByAddress: readonly (readonly [string, HelpScreen])[] = [
  ['/dashboard/consultas-medicas/solicitar-documento', 'documentos'],
  ['/dashboard/consultas-medicas', 'horas'],
  ['/dashboard/mi-grupo-familiar', 'familia'],
  ['/dashboard/solicitudes', 'solicitudes'],
  ['/dashboard/mis-examenes', 'examenes'],
  ['/dashboard/control-prevencion', 'prevencion'],
  ['/dashboard/solicitud-presupuestos', 'presupuestos'],
  ['/dashboard/contactanos', 'contacto'],
  ['/dashboard/agenda', 'reservar'],
  ['/reservas', 'reservar'],
  ['/dashboard/seguridad', 'seguridad'],
  ['/dashboard/perfil', 'perfil'],
]

/** Returns the screen of an address; the home screen for all others. */
export function findHelpScreen(pathname: string): HelpScreen {
  return screensByAddress.find(([start]) => pathname.startsWith(start))?.[1] ?? 'inicio'
}

/** The page that the questions of a screen are about. */
export const helpPages = {
  inicio: { label: 'Inicio', link: linkOptions({ to: '/dashboard' }) },
  reservar: { label: 'Reservar', link: linkOptions({ to: '/dashboard/agenda' }) },
  horas: {
    label: 'Consultas médicas',
    link: linkOptions({ to: '/dashboard/consultas-medicas/{-$id}', params: { id: undefined } }),
  },
  documentos: {
    label: 'Solicitar documentos',
    link: linkOptions({ to: '/dashboard/consultas-medicas/{-$id}', params: { id: 'solicitar-documento' } }),
  },
  familia: { label: 'Mi Grupo familiar', link: linkOptions({ to: '/dashboard/mi-grupo-familiar' }) },
  solicitudes: { label: 'Solicitudes', link: linkOptions({ to: '/dashboard/solicitudes' }) },
  examenes: {
    label: 'Mis Exámenes',
    link: linkOptions({ to: '/dashboard/mis-examenes/{-$id}', params: { id: undefined } }),
  },
  prevencion: { label: 'Control y Prevención', link: linkOptions({ to: '/dashboard/control-prevencion' }) },
  presupuestos: {
    label: 'Solicitud de presupuestos',
    link: linkOptions({ to: '/dashboard/solicitud-presupuestos' }),
  },
  contacto: { label: 'Contáctanos', link: linkOptions({ to: '/dashboard/contactanos' }) },
  perfil: { label: 'Mi perfil', link: linkOptions({ to: '/dashboard/perfil' }) },
  seguridad: { label: 'Seguridad', link: linkOptions({ to: '/dashboard/seguridad' }) },
} satisfies Record<HelpScreen, { label: string; link: object }>

/** A question with the screen that it is about. */
export type FoundQuestion = ScreenHelp['questions'][number] & { readonly screen: HelpScreen }

/** Returns the questions of all screens whose question or answer contains a text, without regard to accents. */
export function searchHelp(screens: readonly ScreenHelp[], text: string): FoundQuestion[] {
  const sought = foldText(text)
  return screens.flatMap(({ screen, questions }) =>
    questions
      .filter(({ question, answer }) => foldText(`${question} ${answer}`).includes(sought))
      .map((found) => ({ ...found, screen })),
  )
}

/** Returns the questions of one screen. */
export function listScreenQuestions(screens: readonly ScreenHelp[], wanted: HelpScreen): FoundQuestion[] {
  return searchHelp(
    screens.filter(({ screen }) => screen === wanted),
    '',
  )
}
