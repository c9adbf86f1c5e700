import { BackLink } from '../../../ui/back-link.tsx'

export function BackToProfessionals() {
  return <BackLink to="/admin/agenda">Volver a profesionales</BackLink>
}
