"""The shape of a tree of folders."""

from globalmemory.tree import Tree

TREE = Tree({1: None, 2: 1, 3: 2, 4: None})


def test_a_folder_is_within_itself_and_whatever_it_lies_in():
    assert TREE.is_within(3, 1)
    assert TREE.is_within(3, 3)
    assert not TREE.is_within(1, 3)
    assert not TREE.is_within(4, 1)
    assert not TREE.is_within(None, 1)


def test_depth_and_height_are_counted_in_folders():
    assert [TREE.depth(key) for key in (None, 1, 2, 3)] == [0, 1, 2, 3]
    assert [TREE.height(key) for key in (1, 2, 3, 4)] == [3, 2, 1, 1]


def test_a_broken_tree_ends():
    broken = Tree({1: 2, 2: 1})

    assert broken.depth(1) == 2
    assert broken.height(1) <= 3
