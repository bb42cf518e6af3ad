import type { CloudFile, TrackFileRequest } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { useText } from '../../../app/text.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Select, TextField } from '../../../ui/field.js';
import { ProblemNotice } from '../../../ui/notice.js';
import { ProgressBar } from '../../../ui/progress.js';
import { texts } from './texts.js';

export type TrackChoices = Pick<TrackFileRequest, 'as_name' | 'on_existing'>;

interface TrackDialogProps {
  file: CloudFile;
  isBusy: boolean;
  error: unknown;
  onTrack: (choices: TrackChoices) => void;
  /** Also while the file is being fetched, which goes on then. */
  onClose: () => void;
}

/** Asks how a file of a drive comes into the workbook, and shows that it does. */
export function TrackDialog({ file, isBusy, error, onTrack, onClose }: TrackDialogProps) {
  const text = useText(texts);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    onTrack({
      as_name: String(given.get('as_name')).trim() || undefined,
      on_existing: given.get('on_existing') as TrackChoices['on_existing'],
    });
  }
  return (
    <Dialog
      title={text.bringInFile(file.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isBusy ? text.leave : text.cancel}</Button>
          <Button type="submit" form="track-file" look="primary" disabled={isBusy}>
            {text.bringIn}
          </Button>
        </>
      }
    >
      <p>{text.about}</p>
      <form id="track-file" className="stacked" onSubmit={submit}>
        <TextField
          label={text.asName}
          hint={text.asNameHint}
          name="as_name"
          maxLength={255}
          placeholder={file.name}
        />
        <Select label={text.onExisting} name="on_existing" defaultValue="auto">
          <option value="auto">{text.auto}</option>
          <option value="seed">{text.seed}</option>
          <option value="replace">{text.replace}</option>
          <option value="refuse">{text.refuse}</option>
        </Select>
      </form>
      {isBusy && <Bringing file={file} />}
      <ProblemNotice error={error} />
    </Dialog>
  );
}

/** While a file is fetched and read, of which nobody knows how long it takes. */
export function Bringing({ file }: { file: CloudFile }) {
  const text = useText(texts);
  return (
    <div role="status">
      <p>{text.bringing(file.name)}</p>
      <ProgressBar label={text.bringing(file.name)} />
    </div>
  );
}
