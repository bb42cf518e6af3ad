export default /* python */ `
class Refused(Exception):
    """The program's author can fix this; failure is 'input' or 'output'."""

    def __init__(self, failure, message):
        super().__init__(message)
        self.failure = failure
`;
