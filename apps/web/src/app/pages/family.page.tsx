import { GroupPage } from '../../features/family/group.page.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const NextOfPerson = lazyComponent(
  async () => (await import('../../features/appointments/home/next-of-person.tsx')).NextOfPerson,
  { isOptional: true },
)

/** The user's family group, with the next appointment of each member. */
export function FamilyPage() {
  return <GroupPage nextAppointment={NextOfPerson} />
}
