import { useQuery } from '@tanstack/react-query'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { AttachedFiles } from '../service-requests/attached-files.tsx'
import { staffMedicalOrderQuery } from './medical-orders.queries.ts'

/** Shows staff the medical order of an appointment. */
export function StaffMedicalOrder({ id_appointment }: { id_appointment: number }) {
  const query = useQuery(staffMedicalOrderQuery(id_appointment))
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={36} />}>
      {(order) =>
        order === null ? <>Sin adjuntar</> : <AttachedFiles label="Orden médica" files={[order]} isStaff />
      }
    </QueryContent>
  )
}
