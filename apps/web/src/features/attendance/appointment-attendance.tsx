/** Whether the patient attended one appointment that has begun, with the buttons that record or correct it. */
import { useQuery } from '@tanstack/react-query'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { attendanceQuery } from './attendance.queries.ts'
import { AttendanceChoice, RecordedAttendance } from './attendance-choice.tsx'

export function AppointmentAttendance({ id_appointment }: { id_appointment: number }) {
  const query = useQuery(attendanceQuery(id_appointment))
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={64} />}>
      {({ appointment }) => (
        <div className="grid justify-items-start gap-2 font-normal">
          <RecordedAttendance appointment={appointment} />
          <AttendanceChoice appointment={appointment} />
        </div>
      )}
    </QueryContent>
  )
}
