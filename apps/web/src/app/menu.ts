/** The menu of patients, as data. */

import type { NeededPermission } from '@mi-portal/contract/calls/endpoint'
import type { MenuId } from '@mi-portal/contract/favourites'
import {
  IconClipboardList,
  IconFileInvoice,
  IconFlask,
  IconHeartCheck,
  IconHome,
  IconMessageCircle,
  IconStethoscope,
  IconUsers,
} from '@tabler/icons-react'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { FavouriteEntry } from '../features/favourites/favourites.queries.ts'
import { paths } from './paths.ts'

type Target = Pick<LinkOptions, 'to' | 'params'>

export interface MenuEntry {
  /** Absent when the entry cannot be a favourite. */
  id?: MenuId
  label: string
  target: Target
  icon?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  children?: readonly MenuEntry[]
  /** The target that keeps the person whom the user selected on another page of a record. */
  targetFor?: (person: SelectedPerson) => Target
  /** The number that the entry shows: of staff one of the start page, of patients one of the news. */
  counter?: 'requests' | 'complaints' | 'confirmations' | 'familyRequests' | 'newResults'
  /** Only of staff: the permission that a member of staff needs to see the entry. */
  needs?: NeededPermission
}

type SelectedPerson = { patient_id?: number }

const toAppointments = (id?: string) => (search: SelectedPerson) =>
  linkOptions({ to: paths.appointments, params: { id }, search })
const toExams = (id?: string) => (search: SelectedPerson) =>
  linkOptions({ to: paths.exams, params: { id }, search })

export const patientMenu: readonly MenuEntry[] = [
  { label: 'Inicio', icon: IconHome, target: linkOptions({ to: paths.dashboard }) },
  {
    id: 'grupo-familiar',
    label: 'Mi Grupo familiar',
    icon: IconUsers,
    target: linkOptions({ to: paths.family }),
    counter: 'familyRequests',
  },
  {
    id: 'historial-medico',
    label: 'Mi Historial médico',
    icon: IconStethoscope,
    target: linkOptions({ to: paths.appointments, params: { id: undefined } }),
    targetFor: toAppointments(),
    children: [
      {
        id: 'consultas-medicas',
        label: 'Consultas médicas',
        target: linkOptions({ to: paths.appointments, params: { id: undefined } }),
        targetFor: toAppointments(),
      },
      {
        id: 'solicitar-documento',
        label: 'Solicitar documentos',
        target: linkOptions({ to: paths.appointments, params: { id: 'solicitar-documento' } }),
        targetFor: toAppointments('solicitar-documento'),
      },
    ],
  },
  {
    id: 'solicitudes',
    label: 'Solicitudes',
    icon: IconClipboardList,
    target: linkOptions({ to: paths.requests }),
  },
  {
    id: 'mis-examenes',
    label: 'Mis Exámenes',
    icon: IconFlask,
    target: linkOptions({ to: paths.exams, params: { id: undefined } }),
    targetFor: toExams(),
    counter: 'newResults',
    children: [
      {
        id: 'laboratorio',
        label: 'Laboratorio',
        target: linkOptions({ to: paths.exams, params: { id: 'laboratorio' } }),
        targetFor: toExams('laboratorio'),
      },
      {
        id: 'otros-examenes',
        label: 'Imágenes y procedimientos',
        target: linkOptions({ to: paths.exams, params: { id: 'otros-examenes' } }),
        targetFor: toExams('otros-examenes'),
      },
      {
        id: 'plazos-visualizacion',
        label: 'Plazos de visualización',
        target: linkOptions({ to: paths.exams, params: { id: 'plazos-visualizacion' } }),
        targetFor: toExams('plazos-visualizacion'),
      },
    ],
  },
  {
    id: 'control-prevencion',
    label: 'Control y Prevención',
    icon: IconHeartCheck,
    target: linkOptions({ to: paths.prevention }),
  },
  {
    id: 'solicitud-presupuestos',
    label: 'Solicitud de presupuestos',
    icon: IconFileInvoice,
    target: linkOptions({ to: paths.budgets }),
    targetFor: (search) => linkOptions({ to: paths.budgets, search }),
  },
  {
    id: 'contactanos',
    label: 'Contáctanos',
    icon: IconMessageCircle,
    target: linkOptions({ to: paths.contact }),
  },
]

/** All entries that can be favourites in the order of the menu, with the content of their tiles. */
export const favouriteEntries: readonly FavouriteEntry[] = patientMenu.flatMap((entry) => {
  const icon = entry.icon ?? IconHome
  const own = entry.id ? [{ id: entry.id, label: entry.label, icon, target: entry.target }] : []
  const below = (entry.children ?? []).flatMap(({ id, label, target }) =>
    id ? [{ id, label, parent: entry.label, icon, target }] : [],
  )
  return [...own, ...below]
})
