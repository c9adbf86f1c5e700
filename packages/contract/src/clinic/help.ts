import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'

/** The screens of patients that have help, in the order of the menu. */
export const helpScreens = [
  'inicio',
  'reservar',
  'horas',
  'documentos',
  'familia',
  'solicitudes',
  'examenes',
  'prevencion',
  'presupuestos',
  'contacto',
  'perfil',
  'seguridad',
] as const
export type HelpScreen = (typeof helpScreens)[number]

const screenHelp = z.object({
  screen: z.enum(helpScreens),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
})
export type ScreenHelp = z.output<typeof screenHelp>

export const clinicHelpEndpoints = endpoints({ access: 'public' })({
  help: {
    route: 'GET /clinic/help',
    summary: 'Returns the questions and answers of the clinic for each screen of patients',
    reply: z.object({ screens: z.array(screenHelp) }),
  },
})
