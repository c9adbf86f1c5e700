/** The menu of staff, as data. Apart from that of patients, whose pages do not load it. */
import {
  IconAlertTriangle,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCalendarWeek,
  IconChartBar,
  IconChartHistogram,
  IconDoorEnter,
  IconFlask,
  IconGavel,
  IconHeartCheck,
  IconHomeHeart,
  IconInbox,
  IconListSearch,
  IconMailForward,
  IconMessageReport,
  IconPlugConnected,
  IconRocket,
  IconShieldExclamation,
  IconSpeakerphone,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import type { MenuEntry } from './menu.ts'
import { paths } from './paths.ts'

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
        icon: IconMessageReport,
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
