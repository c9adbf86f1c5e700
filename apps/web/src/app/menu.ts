/** The menus of the three roles, as data. */

import type { NeededPermission } from '@mi-portal/contract/endpoint'
import type { MenuId } from '@mi-portal/contract/favourites'
import {
  IconAlertTriangle,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCalendarWeek,
  IconChartBar,
  IconChartHistogram,
  IconClipboardList,
  IconDoorEnter,
  IconFileInvoice,
  IconFlask,
  IconGavel,
  IconHeartCheck,
  IconHome,
  IconHomeHeart,
  IconInbox,
  IconListSearch,
  IconMailForward,
  IconMessageCircle,
  IconPlugConnected,
  IconRocket,
  IconShieldExclamation,
  IconSpeakerphone,
  IconStethoscope,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
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
  /** Only of staff: the number of the start page that the entry shows. */
  counter?: 'requests' | 'complaints' | 'confirmations'
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

/** The menu of staff, by kind of work. The pages keep their longer titles. */
export const adminMenu: readonly { title: string; entries: readonly MenuEntry[] }[] = [
  {
    title: 'Atención',
    entries: [
      {
        label: 'Inicio',
        icon: IconChartBar,
        target: linkOptions({ to: paths.adminStart }),
        needs: 'overview.read',
      },
      {
        label: 'Llegadas',
        icon: IconDoorEnter,
        target: linkOptions({ to: paths.adminArrivals }),
        needs: 'agenda.manage',
      },
      {
        label: 'Agenda del día',
        icon: IconCalendarEvent,
        target: linkOptions({ to: paths.adminDay }),
        needs: 'agenda.manage',
      },
      {
        label: 'Agenda',
        icon: IconCalendarWeek,
        target: linkOptions({ to: paths.adminAgenda }),
        needs: 'agenda.manage',
      },
      {
        label: 'Pacientes y usuarios',
        icon: IconUsersGroup,
        target: linkOptions({ to: paths.adminUsers }),
        needs: 'users.read',
      },
      {
        label: 'Grupos familiares',
        icon: IconHomeHeart,
        target: linkOptions({ to: paths.adminFamilies }),
        needs: 'users.read',
      },
      {
        label: 'Solicitudes',
        icon: IconInbox,
        target: linkOptions({ to: paths.adminInbox }),
        needs: ['requests.answer', 'privacy.answer'],
        counter: 'requests',
      },
      {
        label: 'Reclamos',
        target: linkOptions({ to: paths.adminComplaints }),
        needs: 'requests.answer',
        counter: 'complaints',
      },
      {
        label: 'Resultados atrasados',
        icon: IconFlask,
        target: linkOptions({ to: paths.adminLateResults }),
        needs: ['requests.answer', 'agenda.manage'],
      },
      {
        label: 'Por confirmar',
        icon: IconUserCheck,
        target: linkOptions({ to: paths.adminConfirmations }),
        needs: 'users.edit',
        counter: 'confirmations',
      },
      {
        label: 'Números',
        icon: IconChartHistogram,
        target: linkOptions({ to: paths.adminNumbers }),
        needs: 'overview.read',
      },
    ],
  },
  {
    title: 'Contenidos',
    entries: [
      {
        label: 'Control y prevención',
        icon: IconHeartCheck,
        target: linkOptions({ to: paths.adminPrevention }),
        needs: 'content.edit',
      },
      {
        label: 'Alertas',
        icon: IconAlertTriangle,
        target: linkOptions({ to: paths.adminAlerts }),
        needs: 'content.edit',
      },
      {
        label: 'Anuncios',
        icon: IconSpeakerphone,
        target: linkOptions({ to: paths.adminAds }),
        needs: 'content.edit',
      },
    ],
  },
  {
    title: 'Cumplimiento',
    entries: [
      {
        label: 'Registro',
        icon: IconListSearch,
        target: linkOptions({ to: paths.adminAudit }),
        needs: 'audit.read',
      },
      {
        label: 'Vulneraciones',
        icon: IconShieldExclamation,
        target: linkOptions({ to: paths.adminBreaches }),
        needs: 'privacy.manage',
      },
      {
        label: 'Textos legales',
        icon: IconGavel,
        target: linkOptions({ to: paths.adminPrivacy }),
        needs: 'privacy.manage',
      },
    ],
  },
  {
    title: 'Sistema',
    entries: [
      {
        label: 'Clínica',
        icon: IconBuildingCommunity,
        target: linkOptions({ to: paths.adminClinic }),
        needs: 'clinic.edit',
      },
      {
        label: 'Puesta en marcha',
        icon: IconRocket,
        target: linkOptions({ to: paths.adminLaunch }),
        needs: 'clinic.edit',
      },
      {
        label: 'Cuentas de servicio',
        icon: IconPlugConnected,
        target: linkOptions({ to: paths.adminServiceAccounts }),
        needs: 'integrations.manage',
      },
      {
        label: 'Probar Emails',
        icon: IconMailForward,
        target: linkOptions({ to: paths.adminMailing }),
        needs: 'clinic.edit',
      },
    ],
  },
]
