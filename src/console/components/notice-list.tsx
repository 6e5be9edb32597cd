import { useEffect } from 'preact/hooks';
import { type Notice, useConsole } from '../console-context.ts';
import { useStore } from '../store.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';

/** How long a notice of success is shown. A failure stays until the user closes it. */
const shownMs = 8000;

export function NoticeList() {
  const { notices } = useConsole();
  const shown = useStore(notices.shown);
  return (
    <section class="notices stack" aria-label="Notices" aria-live="polite">
      {shown.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} onClose={() => notices.remove(notice.id)} />
      ))}
    </section>
  );
}

function NoticeItem(props: { readonly notice: Notice; readonly onClose: () => void }) {
  const { notice, onClose } = props;
  useEffect(() => {
    if (notice.tone === 'failed') return;
    const timer = setTimeout(onClose, shownMs);
    return () => clearTimeout(timer);
  }, [notice.id]);
  return (
    <div class={`banner ${notice.tone}`}>
      <Icon name={notice.tone === 'done' ? 'check' : 'alert'} />
      <p>{notice.text}</p>
      <Button tone="quiet" icon="close" aria-label="Dismiss" onClick={onClose} />
    </div>
  );
}
