/** «Puesta en marcha»: leads super administrators from an empty installation to one that patients can use. */
import { useQuery } from '@tanstack/react-query'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { installationQuery } from './installation.queries.ts'
import { LaunchSteps } from './launch-steps.tsx'

export function Launch() {
  const query = useQuery(installationQuery)
  return (
    <>
      <PageHeading
        title="Puesta en marcha"
        lead="Los pasos para que los pacientes usen este portal. Puedes hacerlos en cualquier orden y volver después."
      />
      <QueryContent query={query} skeleton={<BlockSkeleton height={420} />}>
        {(state) => <LaunchSteps state={state} />}
      </QueryContent>
    </>
  )
}
