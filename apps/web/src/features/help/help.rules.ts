/** Which help belongs to a page, and what a search in the help finds. */
import { foldText } from '@mi-portal/contract/accents'
import type { HelpScreen, ScreenHelp } from '@mi-portal/contract/clinic/help'

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

/** Returns the questions of all screens whose question or answer contains a text, without regard to accents. */
export function searchHelp(screens: readonly ScreenHelp[], text: string): ScreenHelp['questions'] {
  const sought = foldText(text)
  return screens.flatMap(({ questions }) =>
    questions.filter(({ question, answer }) => foldText(`${question} ${answer}`).includes(sought)),
  )
}
